// Imports and their items leave the database after the days of the configuration, and deleted products after 30.
import { newId } from '#platform/context';
import { IntervalTasks, type IntervalTask } from '#platform/resilience';
import { OLD_ID, startWithOldMonth } from '#testing/servers';
import { until } from '#testing/until';
import { asins, importOf, someone, sql, startCatalogue, stateOf, type Catalogue } from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue({ IMPORTS_KEEP_DAYS: '30' });
}, 60_000);
afterAll(() => catalogue?.close(), 30_000);

const retention = (): IntervalTask =>
  catalogue.app.get(IntervalTasks, { strict: false }).tasks.find(({ name }) => name === 'retention')!;

it('a product is removed 30 days after it was deleted', async () => {
  const { workspaceId } = someone();
  await sql(
    catalogue,
    `INSERT INTO product (workspace_id, id, genre, content, content_hash, deleted_at)
     SELECT $1, gen_random_uuid(), 'Custom', json_build_object('title', ago), '', now() - ago::interval
     FROM unnest(ARRAY['31 days', '29 days', NULL] || array_fill('40 days'::text, ARRAY[1500])) AS ago`,
    [workspaceId],
  );
  retention().wake();
  const kept = (): Promise<{ ago: string | null }[]> =>
    sql(catalogue, `SELECT content ->> 'title' AS ago FROM product ORDER BY deleted_at`);
  await until('most are gone', async () => (await kept()).length < 3);
  expect(await kept()).toEqual([{ ago: '29 days' }, { ago: null }]);
});

it('an old import is an unknown one once it has ended, and new ones are accepted', async () => {
  const actor = someone();
  await startWithOldMonth(catalogue.servers.database.ownerUrl, 'import', 'import_item');
  await sql(
    catalogue,
    `INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at)
     VALUES ($1, $2, $1, 'US', 'RUNNING', now() + interval '1 day')`,
    [actor.workspaceId, OLD_ID],
  );
  await sql(
    catalogue,
    `INSERT INTO import_item (workspace_id, import_id, asin, marketplace, position, status)
     VALUES ($1, $2, 'B000000001', 'US', 1, 'importing')`,
    [actor.workspaceId, OLD_ID],
  );
  const isGone = (table: string) => async (): Promise<boolean> => {
    const [row] = await sql<{ isGone: boolean }>(
      catalogue,
      `SELECT to_regclass('${table}_2020_01') IS NULL AS "isGone"`,
    );
    return row!.isGone;
  };
  retention().wake();
  const accepts = () =>
    importOf(catalogue, actor, { asins: asins('0NEW', 1), marketplace: 'US' }, newId()).then(
      () => true,
      () => false, // the month of today is not there yet
    );
  await until('new imports are accepted', accepts);
  expect(await stateOf(catalogue, actor, OLD_ID)).toMatchObject({ status: 'RUNNING' });
  await sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s' WHERE id = $1`, [OLD_ID]);
  await until('it has ended', async () => (await stateOf(catalogue, actor, OLD_ID)).status === 'FAILED');
  retention().wake();
  await until('the imports are gone', isGone('import'));
  await until('their items are gone', isGone('import_item'));
  await expect(stateOf(catalogue, actor, OLD_ID)).rejects.toMatchObject({ code: 'NotFound' });
}, 30_000);
