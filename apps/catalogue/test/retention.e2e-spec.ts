// Imports and their items leave the database after the days of the configuration, deleted products after 30, and all rows
// of an erased workspace when auth asks for it.
import { Client } from 'pg';
import { createProduct, eraseCatalogue, listProducts, type Actor, type ProductList } from '#contracts';
import { newId } from '#platform/context';
import { IntervalTasks, type IntervalTask } from '#platform/resilience';
import { OLD_ID, startWithOldMonth, workspaceRows } from '#testing/servers';
import { until } from '#testing/until';
import { CatalogueErasureService } from '../src/operations/catalogue-erasure.service.ts';
import { OldStatisticsService } from '../src/operations/old-statistics.service.ts';
import {
  asins,
  claimBatch,
  found,
  importOf,
  openBatches,
  report,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue({ IMPORTS_KEEP_DAYS: '30' });
});
afterAll(() => catalogue?.close());

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

it('the statistic of imports is removed after 800 days', async () => {
  const { workspaceId } = someone();
  await sql(
    catalogue,
    `INSERT INTO import_statistic SELECT $1, 1, floor(extract(epoch FROM now()) / 3600) - days * 24, 'success', days
     FROM unnest('{0,799,801,2000}'::int[]) AS days`,
    [workspaceId],
  );
  await catalogue.app.get(OldStatisticsService, { strict: false }).remove();
  const kept = 'SELECT items FROM import_statistic WHERE workspace_id = $1 ORDER BY items';
  expect(await sql(catalogue, kept, [workspaceId])).toEqual([{ items: 0 }, { items: 799 }]);
});

/** What requests for it are answered. */
const ERASED = { code: 'InvalidArgument', message: 'The workspace was erased.' };

describe('an erased workspace', () => {
  const REMEMBERED = { erased_workspace: 1 };
  const US = 'US' as const;
  const rowsOf = ({ workspaceId }: Actor) =>
    workspaceRows(catalogue.servers.postgres.superuserUrl('catalogue'), workspaceId);

  /** Asks for the erasure until nothing is left; returns how often. */
  const erase = async ({ workspaceId }: Actor): Promise<number> => {
    for (let times = 1; ; times += 1)
      if ((await catalogue.auth.request(eraseCatalogue, { workspaceId })).isGone) return times;
  };

  /** Gives a workspace products, an import that has ended, keys of idempotency, and an event that no stream takes. */
  const fill = async (actor: Actor): Promise<void> => {
    const body = { title: `Board of ${actor.workspaceId}` };
    await catalogue.gateway.request(createProduct, { actor, body, idempotencyKey: newId() });
    const ended = asins('0END', 3);
    await importOf(catalogue, actor, { asins: ended, marketplace: US }, newId());
    await report(catalogue, await claimBatch(catalogue, (await openBatches(catalogue))[0]!), found(ended));
    await sql(
      catalogue,
      `INSERT INTO product (workspace_id, id, genre, content, content_hash)
       SELECT $1, gen_random_uuid(), 'Custom', json_build_object('title', 'word' || n), '' FROM generate_series(1, 1200) AS n`,
      [actor.workspaceId],
    );
    await sql(
      catalogue,
      `INSERT INTO outbox (kind, topic, dedup_key, payload, due_at)
       VALUES ('event', 't', gen_random_uuid()::text, json_build_object('data', json_build_object('workspaceId', $1::text)), 'infinity')`,
      [actor.workspaceId],
    );
  };

  it('loses every row in bounded steps, also beside another instance and while it imports, and others lose none', async () => {
    const gone = someone();
    const other = someone();
    const shared = asins('0BOTH', 2);
    const own = asins('0OWN', 2);
    await fill(gone);
    await fill(other);
    await importOf(catalogue, gone, { asins: [...shared, ...own], marketplace: US });
    await importOf(catalogue, other, { asins: shared, marketplace: US });
    // The event that no stream takes is left; others would leave while rows are compared.
    await until('all other events are sent', async () => (await rowsOf(other))['outbox'] === 1);
    const before = await rowsOf(other);
    expect(Object.keys(await rowsOf(gone)).sort()).toEqual([
      'fair_share',
      'idempotency',
      'import',
      'import_item',
      'import_statistic',
      'outbox',
      'pending_fetch',
      'product',
      'product_total',
      'product_word',
    ]);
    const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0]!);
    // The two share the steps, and one of them may take most.
    const [ones, others] = await Promise.all([erase(gone), erase(gone)]);
    expect(ones + others).toBeGreaterThan(5);
    expect(await rowsOf(gone)).toEqual(REMEMBERED);
    // The products that both waited for are now those of the other workspace, and the worker that has them reports.
    expect(await rowsOf(other)).toEqual({ ...before, pending_fetch: 2 });
    await report(catalogue, lease, found([...shared, ...own]));
    expect(await rowsOf(gone)).toEqual(REMEMBERED);
    const query = { actor: other, genre: 'Retailer', limit: 100 } as const;
    const { products }: ProductList = await catalogue.gateway.request(listProducts, query);
    expect(products.map((product) => ('asin' in product ? product.asin : '')).sort()).toEqual(
      [...asins('0END', 3), ...shared].sort(),
    );
  });

  it('leaves a fetch to another workspace that asks for it while the rows are deleted', async () => {
    const gone = someone();
    const other = someone();
    await fill(gone);
    const holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM product WHERE workspace_id = $1 FOR UPDATE', [gone.workspaceId]);
    const erasing = erase(gone);
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM%product%'`;
    await until('its products are being deleted', async () => (await sql(catalogue, waits)).length > 0);
    const [asin = ''] = asins('0HEIR', 1);
    await sql(
      catalogue,
      `INSERT INTO pending_fetch (marketplace, asin, region, workspace_id) VALUES ('US', $1, 'na', $2)`, // it was on its way
      [asin, gone.workspaceId],
    );
    await importOf(catalogue, other, { asins: [asin], marketplace: US });
    await holder.query('ROLLBACK');
    await holder.end();
    await erasing;
    expect(await sql(catalogue, 'SELECT workspace_id FROM pending_fetch WHERE asin = $1', [asin])).toEqual([
      { workspace_id: other.workspaceId },
    ]);
  });

  it('gets nothing any more, and loses what was on its way when it was erased', async () => {
    const gone = someone();
    const { workspaceId } = gone;
    const late = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
    await late.connect();
    await late.query('BEGIN');
    await late.query(
      `INSERT INTO product (workspace_id, id, genre, content, content_hash) VALUES ($1, $1, 'Custom', '{"title":"Late"}', '')`,
      [workspaceId],
    );
    await erase(gone);
    await late.query('COMMIT');
    await late.end();
    const create = catalogue.gateway.request(createProduct, { actor: gone, body: { title: 'Board' } });
    await expect(create).rejects.toMatchObject(ERASED);
    const body = { asins: asins('0LATE', 1), marketplace: US };
    await expect(importOf(catalogue, gone, body)).rejects.toMatchObject(ERASED);
    expect(await rowsOf(gone)).toEqual({ ...REMEMBERED, product: 1, product_total: 1 });
    const age = (by: string) =>
      sql(catalogue, `UPDATE erased_workspace SET erased_at = now() - interval '${by}' WHERE id = $1`, [
        workspaceId,
      ]);
    await age('2 minutes');
    const erasure = catalogue.app.get(CatalogueErasureService, { strict: false });
    await erasure.eraseLeftOvers();
    expect(await rowsOf(gone)).toEqual(REMEMBERED);
    await age('61 days');
    await erasure.eraseLeftOvers();
    expect(await rowsOf(gone)).toEqual({});
  });

  it('loses all that was on its way, however much it was, and hours later', async () => {
    const ids = [newId(), newId()] as const;
    await sql(
      catalogue,
      `INSERT INTO product (workspace_id, id, genre, content, content_hash)
       SELECT id, gen_random_uuid(), 'Custom', '{"title":"Board"}', ''
       FROM unnest($1::uuid[]) AS id, generate_series(1, 6000)`,
      [ids],
    );
    await sql(
      catalogue,
      `INSERT INTO erased_workspace
       SELECT id, now() - ago::interval FROM unnest($1::uuid[], '{5 minutes,5 hours}'::text[]) AS erased (id, ago)`,
      [ids],
    );
    await catalogue.app.get(CatalogueErasureService, { strict: false }).eraseLeftOvers();
    for (const workspaceId of ids) expect(await rowsOf({ ...someone(), workspaceId })).toEqual(REMEMBERED);
  });

  it('keeps what it has when it comes back, while what it had left behind is deleted', async () => {
    const ids = [newId(), newId()] as const;
    await sql(
      catalogue,
      `INSERT INTO product (workspace_id, id, genre, content, content_hash)
       SELECT id, id, 'Custom', '{"title":"Board"}', '' FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    await sql(
      catalogue,
      `INSERT INTO erased_workspace SELECT id, now() - interval '2 minutes' FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    await sql(
      catalogue,
      `CREATE FUNCTION come_back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         DELETE FROM erased_workspace WHERE id = ANY ('{${ids.join()}}') AND id <> old.workspace_id; RETURN NULL; END $$;
       CREATE TRIGGER come_back AFTER DELETE ON product FOR EACH ROW EXECUTE FUNCTION come_back()`,
    );
    await catalogue.app.get(CatalogueErasureService, { strict: false }).eraseLeftOvers();
    await sql(catalogue, 'DROP FUNCTION come_back CASCADE');
    const rows = await Promise.all(ids.map((workspaceId) => rowsOf({ ...someone(), workspaceId })));
    expect(rows).toContainEqual(REMEMBERED);
    expect(rows).toContainEqual({ product: 1, product_total: 1 });
  });

  it('keeps no product from another one that waits for the same, while its own rows are still there', async () => {
    const gone = someone();
    const other = someone();
    const shared = asins('0SAME', 2);
    for (const actor of [gone, other]) await importOf(catalogue, actor, { asins: shared, marketplace: US });
    const lease = await claimBatch(catalogue, (await openBatches(catalogue)).at(-1)!);
    await sql(catalogue, 'INSERT INTO erased_workspace (id) VALUES ($1)', [gone.workspaceId]);
    await report(catalogue, lease, found(shared));
    const query = { actor: other, limit: 100 } as const;
    const { products }: ProductList = await catalogue.gateway.request(listProducts, query);
    expect(products).toHaveLength(2);
    await erase(gone);
    // Events of before may still be on their way.
    await until('it is sent', async () => !('outbox' in (await rowsOf(gone))));
    expect(await rowsOf(gone)).toEqual(REMEMBERED);
  });

  it('that nothing is left of is gone at once', async () => {
    expect(await erase(someone())).toBe(1);
  });
});

it('an old import is an unknown one once it has ended, and new ones are accepted', async () => {
  const actor = someone();
  await startWithOldMonth(catalogue.servers.database.ownerUrl, 'import', 'import_item');
  await sql(
    catalogue,
    `INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, importing)
     VALUES ($1, $2, $1, 'US', 'RUNNING', now() + interval '1 day', 1)`,
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
});
