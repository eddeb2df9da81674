// The state of an import: as it was at one moment, and read without the items that it does not show.
import { Client } from 'pg';
import { MAX_IMPORT_ASINS, type CsvRow } from '#contracts';
import { newId } from '#platform/context';
import { plansOf } from '#testing/plans';
import { until } from '#testing/until';
import { ProductTotalsStore } from '../src/products/product-totals.store.ts';
import { importRows } from './csv-files.ts';
import { asins, importOf, someone, sql, startCatalogue, stateOf, type Catalogue } from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
  // Rows of files stay as the tests leave them.
  await sql(
    catalogue,
    `CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no row is written'; END $$;
     CREATE TRIGGER stop BEFORE INSERT ON product FOR EACH ROW EXECUTE FUNCTION stop()`,
  );
});
afterAll(() => catalogue?.close());

const SHOWN = MAX_IMPORT_ASINS;

it('a large file: its first rows, and the numbers of all rows by status, which Postgres gives as one row', async () => {
  const actor = someone();
  const rows = Array.from({ length: SHOWN + 300 }, (_, i): CsvRow =>
    i % 100 === 99
      ? { row: i + 1, isInvalid: true, target: 'brand' }
      : { row: i + 1, content: { title: 'Row' }, fixed: {} },
  );
  const { import: accepted } = await importRows(catalogue, actor, rows);
  const productId = newId();
  await sql(
    catalogue,
    `UPDATE import_item SET status = 'success', product_id = $2
     WHERE import_id = $1 AND status = 'importing' AND position % 3 = 0`,
    [accepted.id, productId],
  );
  const statusOf = (row: number): 'importing' | 'success' | 'failure' => {
    if (row % 100 === 0) return 'failure';
    return row % 3 === 0 ? 'success' : 'importing';
  };
  const numbers = rows.map(({ row }) => row);
  const having = (status: string): string[] => numbers.filter((row) => statusOf(row) === status).map(String);
  let state: object | undefined;
  const read = /app\.workspace_id|FROM import_item/;
  const plans = await plansOf(catalogue.servers.database.appUrl, read, async () => {
    state = await stateOf(catalogue, actor, accepted.id);
  });
  const success = having('success');
  const importing = having('importing');
  const failure = having('failure');
  expect(state).toEqual({
    id: accepted.id,
    accountId: actor.accountId,
    status: 'RUNNING',
    counts: {
      total: SHOWN + 300,
      success: success.length,
      importing: importing.length,
      failure: failure.length,
    },
    success,
    importing,
    failure,
    items: numbers.slice(0, SHOWN).map((row) => ({
      row,
      status: statusOf(row),
      ...(statusOf(row) === 'success' && { productId }),
      ...(statusOf(row) === 'failure' && {
        errorCode: 'InvalidRow',
        errorTarget: 'brand',
        errorMessage: { en: expect.any(String) as string, zh: expect.any(String) as string },
      }),
    })),
    createdAt: expect.any(Number) as number,
    deadlineAt: expect.any(Number) as number,
  });
  expect(plans.at(-1)?.['Actual Rows']).toBe(1);
});

it('rows that are still to be written count as products of their workspace, but those of products that exist', async () => {
  const actor = someone();
  const content = { title: 'Row' };
  await importRows(catalogue, actor, [
    { row: 1, content, fixed: {} },
    { row: 2, id: newId(), content, fixed: {} },
    { row: 3, isInvalid: true },
    { row: 4, content, fixed: {} },
  ]);
  const totals = catalogue.app.get(ProductTotalsStore, { strict: false });
  expect(await totals.of(actor.workspaceId)).toEqual({ products: 2, bytes: 0 });
});

it('an import that ends while its state is read: it runs with what it waits for, or it has ended', async () => {
  const actor = someone();
  const [asin = ''] = asins('0MOMENT', 1);
  const { id } = (await importOf(catalogue, actor, { asins: [asin], marketplace: 'US' })).import;
  const ending = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
  await ending.connect();
  try {
    await ending.query('BEGIN; LOCK TABLE import_item IN ACCESS EXCLUSIVE MODE');
    const state = stateOf(catalogue, actor, id);
    state.catch(() => undefined); // awaited below
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM import_item%'`;
    await until('the read waits', async () => (await sql(catalogue, waits)).length > 0);
    await ending.query(`UPDATE import_item SET status = 'success', product_id = $2 WHERE import_id = $1`, [
      id,
      newId(),
    ]);
    await ending.query(
      `UPDATE import SET status = 'COMPLETED', completed_at = now(), importing = 0, success = 1 WHERE id = $1`,
      [id],
    );
    await ending.query('COMMIT');
    expect(await state).toMatchObject({ status: 'COMPLETED', success: [asin], importing: [] });
  } finally {
    await ending.end();
  }
});
