// One marketplace call for products that very many imports wait for.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { newId } from '#platform/context';
import { until } from '#testing/until';
import { ImportCompletionService } from '../src/imports/import-completion.service.ts';
import {
  asins,
  claimBatch,
  found,
  openBatches,
  removeImports,
  report,
  sql,
  startCatalogue,
  type Catalogue,
} from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
}, 30_000);
afterAll(() => catalogue.close());
afterEach(async () => {
  await removeImports(catalogue);
  await sql(catalogue, 'TRUNCATE product CASCADE');
});

/** Adds an import of these ASINs to each of `count` workspaces; all of them wait for the same fetches. */
async function addImports(count: number, list: readonly string[]): Promise<void> {
  const ids = Array.from({ length: count }, newId);
  await sql(
    catalogue,
    `INSERT INTO import (id, workspace_id, account_id, marketplace, status, deadline_at)
     SELECT id, id, id, 'US', 'RUNNING', now() + interval '6 h' FROM unnest($1::uuid[]) AS id`,
    [ids],
  );
  await sql(
    catalogue,
    `INSERT INTO import_item (import_id, workspace_id, marketplace, asin, position, status)
     SELECT id, id, 'US', asin, position, 'importing'
     FROM unnest($1::uuid[]) AS id, unnest($2::text[]) WITH ORDINALITY AS a (asin, position)`,
    [ids, list],
  );
  await sql(
    catalogue,
    `INSERT INTO pending_fetch (marketplace, asin, region, workspace_id)
     SELECT 'US', asin, 'na', $1 FROM unnest($2::text[]) AS asin`,
    [ids[0], list],
  );
  await sql(catalogue, `INSERT INTO fair_share (marketplace, workspace_id, region) VALUES ('US', $1, 'na')`, [
    ids[0],
  ]);
}

const countOf = async (from: string): Promise<number> => {
  const [row] = await sql<{ n: number }>(catalogue, `SELECT count(*)::int AS n FROM ${from}`);
  return row?.n ?? 0;
};

/** Waits until all is handed out, and expects that each of the imports got each of its products once. */
async function expectAllServed(imports: number, list: readonly string[]): Promise<void> {
  const isDone = async () => (await countOf('fetch_result')) === 0;
  await until('every workspace has been served', isDone, { withinMs: 100_000, everyMs: 200 });
  expect(await countOf(`import WHERE status = 'COMPLETED'`)).toBe(imports);
  expect(await countOf(`import_item WHERE status = 'success'`)).toBe(imports * list.length);
  expect(await countOf('product WHERE version = 1')).toBe(imports * list.length);
}

it('the report of 20 products for 1,000 workspaces does not time out, and each workspace gets its products', async () => {
  const list = asins('0WIDE', 20);
  await addImports(1000, list);
  const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
  expect(await report(catalogue, lease, found(lease.asins))).toEqual({ accepted: true });
  await expectAllServed(1000, list);
}, 120_000);

it('every workspace gets its products once when connections end at any moment and two copies share the work', async () => {
  const list = asins('0KILL', 5);
  await addImports(300, list);
  const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
  await report(catalogue, lease, found(lease.asins));
  const handOut = () =>
    catalogue.app
      .get(ImportCompletionService, { strict: false })
      .handOut()
      .catch(() => undefined);
  const killer = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
  await killer.connect();
  let killed = 0;
  for (let round = 0; round < 20; round += 1) {
    const copies = [handOut(), handOut()];
    await sleep(Math.random() * 60);
    const { rowCount } = await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'catalogue-system' AND state <> 'idle'`,
    );
    killed += rowCount ?? 0;
    await Promise.all(copies);
  }
  await killer.end();
  expect(killed).toBeGreaterThan(0);
  await expectAllServed(300, list);
}, 120_000);

it('an import that was accepted after a result was stored is not resolved by it', async () => {
  const list = asins('0LATE', 2);
  await sql(
    catalogue,
    `INSERT INTO fetch_result (id, marketplace, outcomes) VALUES (gen_random_uuid(), 'US', $1)`,
    [JSON.stringify(list.map((asin) => ({ asin, outcome: 'failed', errorCode: 'SourceUnavailable' })))],
  );
  await addImports(1, list);
  await until('the result is removed', async () => (await countOf('fetch_result')) === 0);
  expect(await countOf(`import_item WHERE status = 'importing'`)).toBe(2);
});
