// How many products a workspace may have, and how much room they may take, on a catalogue that allows five, and 20 GB.
import {
  cancelImport,
  createProduct,
  deleteProduct,
  patchProduct,
  retryImport,
  validateImport,
  type Actor,
  type Product,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { plansOf, rowsRead } from '#testing/plans';
import type { Config } from '../src/config.ts';
import { ProductQuotaService } from '../src/products/product-quota.service.ts';
import { ProductTotalsStore } from '../src/products/product-totals.store.ts';
import {
  asins,
  claimBatch,
  found,
  importAgain,
  aProduct,
  importOf,
  openBatches,
  report,
  someone,
  sql,
  startCatalogue,
  type Catalogue,
} from './catalogue.ts';
import { ended, importRows, rowsOf } from './csv-files.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue({ LIMIT_PRODUCTS: '5' });
});
afterAll(() => catalogue?.close());

it('a full workspace gets no more products in any way, but may change those it has, and others may have theirs', async () => {
  const actor = someone();
  const other = someone();
  const create = (who = actor, key?: string): Promise<{ product: Product }> =>
    catalogue.gateway.request(createProduct, {
      actor: who,
      body: { title: 'Board' },
      ...(key && { idempotencyKey: key }),
    });
  const [asin = '', another = ''] = asins('0FULL', 2);
  await importAgain(catalogue, actor, asin, aProduct('Imported'));
  const { product } = await create(actor, 'first');
  for (let n = 0; n < 3; n += 1) await create();
  await expect(create()).rejects.toMatchObject({ code: 'QuotaExceeded', target: 'title' });
  expect(await create(actor, 'first')).toMatchObject({ product, replayed: true });
  const fetched = importOf(catalogue, actor, { asins: [asin, another], marketplace: 'US', refresh: true });
  await expect(fetched).rejects.toMatchObject({ code: 'QuotaExceeded', target: 'asins' });
  await expect(importRows(catalogue, actor, rowsOf([{ title: 'Row' }]))).rejects.toMatchObject({
    code: 'QuotaExceeded',
    target: 'rows',
  });
  for (const title of ['again', 'once more'])
    // which takes no room
    await importAgain(catalogue, actor, asin, aProduct(`Imported ${title}`));
  const rows = [{ row: 1, id: product.id, content: { title: 'Changed' }, fixed: {} }];
  const { import: changed } = await importRows(catalogue, actor, rows);
  expect(await ended(catalogue, actor, changed.id)).toMatchObject({ counts: { success: 1 } });
  for (const sentence of ['A long description. ', 'A longer description. '])
    // which Postgres compresses
    await catalogue.gateway.request(patchProduct, {
      actor,
      id: product.id,
      body: { title: 'Patched', description: sentence.repeat(200) },
    });
  await create(other);
  expect(await totals(actor)).toEqual(await counted(actor));
  await catalogue.app.get(ProductQuotaService, { strict: false }).addUpSlots();
  expect(await totals(actor)).toEqual(await counted(actor));
  expect(
    await sql(catalogue, 'SELECT FROM product_total WHERE workspace_id = $1', [actor.workspaceId]),
  ).toHaveLength(1);
});

it('what an operator has set for the holder counts in place of what the configuration says', async () => {
  const more: Actor = { ...someone(), limits: { products: 6 } };
  const create = (actor: Actor) =>
    catalogue.gateway.request(createProduct, { actor, body: { title: 'Board' } });
  for (let n = 0; n < 5; n += 1) await create(more);
  const { product } = await create(more);
  await expect(create(more)).rejects.toMatchObject({ code: 'QuotaExceeded', target: 'title' });
  const [asin = ''] = asins('0MORE', 1);
  await expect(importOf(catalogue, more, { asins: [asin], marketplace: 'US' })).rejects.toMatchObject({
    message: expect.stringContaining('at most 6 products') as string,
  });
  await expect(importRows(catalogue, more, rowsOf([{ title: 'Row' }]))).rejects.toMatchObject({
    message: expect.stringContaining('at most 6 products') as string,
  });
  const full: Actor = { ...more, limits: { productsGb: 0 } };
  const longer = { actor: full, id: product.id, body: { title: 'A longer board' } };
  await expect(catalogue.gateway.request(patchProduct, longer)).rejects.toMatchObject({
    message: expect.stringContaining('at most 0 GB') as string,
  });
});

/** What a workspace has, as the triggers have counted it. */
const totals = ({ workspaceId }: Actor) =>
  sql(
    catalogue,
    'SELECT sum(products)::int AS products, sum(bytes)::int AS bytes FROM product_total WHERE workspace_id = $1',
    [workspaceId],
  );

/** The same by a look at each product. */
const counted = ({ workspaceId }: Actor) =>
  sql(
    catalogue,
    `SELECT count(*)::int AS products, sum(octet_length(concat(content, imported, beneath)))::int AS bytes
     FROM product WHERE workspace_id = $1`,
    [workspaceId],
  );

it('a file has as many new products as it has rows, and so has an import that is tried again', async () => {
  const actor = someone();
  const six = rowsOf(Array.from({ length: 6 }, () => ({ title: 'Row' })));
  await expect(importRows(catalogue, actor, six)).rejects.toMatchObject({ code: 'QuotaExceeded' });
  const chunks = () =>
    sql(catalogue, 'SELECT FROM import_chunk WHERE workspace_id = $1', [actor.workspaceId]);
  expect(await chunks()).toEqual([]); // what is refused takes no room either
  const body = { asins: asins('0RETRY', 5), marketplace: 'US' } as const;
  const { id } = (await importOf(catalogue, actor, body)).import;
  await catalogue.gateway.request(cancelImport, { actor, id });
  await sql(catalogue, 'INSERT INTO product_total VALUES ($1, 0, 1, 0)', [actor.workspaceId]);
  const again = catalogue.gateway.request(retryImport, { actor, id });
  await expect(again).rejects.toMatchObject({ code: 'QuotaExceeded', target: undefined }); // it has no body
});

it('what imports still wait for has its room, for as long as they run and in all instances of the catalogue', async () => {
  const actor = someone();
  const other = someone();
  const { app } = catalogue;
  const hasRoom = async (added: number, who = actor): Promise<boolean> => {
    const otherInstance = new ProductQuotaService(
      app.get(ProductTotalsStore, { strict: false }),
      app.get<Config>(CONFIG, { strict: false }),
    );
    return (await otherInstance.roomOf(who))(added) === undefined;
  };
  const wanted = asins('0WAIT', 3);
  const { id } = (await importOf(catalogue, actor, { asins: [...wanted, 'nope'], marketplace: 'US' })).import;
  expect([await hasRoom(2), await hasRoom(3), await hasRoom(5, other)]).toEqual([true, false, true]);
  const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
  await report(catalogue, lease, found(wanted.slice(0, 2))); // which are counted as products now
  expect([await hasRoom(2), await hasRoom(3)]).toEqual([true, false]);
  await catalogue.gateway.request(cancelImport, { actor, id });
  expect([await hasRoom(3), await hasRoom(4)]).toEqual([true, false]);
  // A refresh of products that exist adds none.
  await importOf(catalogue, actor, { asins: wanted.slice(0, 2), marketplace: 'US', refresh: true });
  expect([await hasRoom(3), await hasRoom(4)]).toEqual([true, false]);
  await importOf(catalogue, actor, { asins: wanted, marketplace: 'US', refresh: true });
  expect([await hasRoom(2), await hasRoom(3)]).toEqual([true, false]);
});

it('a total looks at a bounded number of imports, however many run or have ended', async () => {
  const { workspaceId } = someone();
  await sql(
    catalogue,
    `INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, completed_at, created_at, importing, added)
     SELECT $1, ('${newId().slice(0, 24)}' || lpad(to_hex(nth), 12, '0'))::uuid, $1, 'US', CASE WHEN ended THEN 'FAILED' ELSE 'RUNNING' END,
       now() + interval '1 hour', CASE WHEN ended THEN now() END, now() - nth * interval '1 s', CASE WHEN ended THEN 0 ELSE 3 END, 2
     FROM generate_series(1, 3000) AS nth CROSS JOIN LATERAL (SELECT nth % 2 = 0 AS ended) AS state`,
    [workspaceId],
  );
  await sql(catalogue, 'ANALYZE import');
  let total: object | undefined;
  const [plan] = await plansOf(catalogue.servers.database.appUrl, /FROM product_total/, async () => {
    total = await catalogue.app.get(ProductTotalsStore, { strict: false }).of(workspaceId);
  });
  expect(total).toEqual({ products: 2000, bytes: 0 });
  expect(rowsRead(plan!)).toBeLessThanOrEqual(1010);
});

it('what adds no product takes no room', async () => {
  const actor = someone();
  const [asin = ''] = asins('0SAME', 1);
  for (let n = 0; n < 5; n += 1) await importAgain(catalogue, actor, asin, aProduct(`Imported ${n}`));
  const create = { actor, body: { title: 'Board' } };
  expect(await catalogue.gateway.request(createProduct, create)).toMatchObject({ replayed: false });
});

it('previews of imports take no room, because nothing of them is kept', async () => {
  const actor = someone();
  const body = { asins: asins('0VIEW', 5), marketplace: 'US' } as const;
  for (let n = 0; n < 2; n += 1) await catalogue.gateway.request(validateImport, { actor, body });
  expect((await importOf(catalogue, actor, body)).import.importing).toEqual(body.asins);
});

it('a workspace without room gets nothing more and nothing longer, but may shorten and delete what it has', async () => {
  const actor = someone();
  const { workspaceId } = actor;
  const create = (): Promise<{ product: Product }> =>
    catalogue.gateway.request(createProduct, { actor, body: { title: 'Board of oak' } });
  const id = newId();
  await sql(
    catalogue,
    `INSERT INTO product (workspace_id, id, genre, content, content_hash) VALUES ($1, $2, 'Custom', $3, '')`,
    [workspaceId, id, JSON.stringify(aProduct('Board of oak'))],
  );
  const [known = '', unknown = ''] = asins('0ROOM', 2);
  await sql(
    catalogue,
    `INSERT INTO product (workspace_id, id, genre, marketplace, asin, content, content_hash, fetched_at)
     VALUES ($1, $2, 'Retailer', 'US', $3, $4, '', now())`,
    [workspaceId, newId(), known, JSON.stringify(aProduct('Imported'))],
  );
  await sql(catalogue, 'INSERT INTO product_total VALUES ($1, 0, 0, 20e9)', [workspaceId]);
  const message = expect.stringContaining('20 GB') as string;
  await expect(create()).rejects.toMatchObject({ code: 'QuotaExceeded', target: 'title', message });
  const patch = (title: string) => catalogue.gateway.request(patchProduct, { actor, id, body: { title } });
  await expect(patch('Board of old oak')).rejects.toMatchObject({ code: 'QuotaExceeded', target: undefined });
  expect(await patch('Board')).toMatchObject({ title: 'Board' });
  const imported = (asin: string, refresh: boolean) =>
    importOf(catalogue, actor, { asins: [asin], marketplace: 'US', refresh });
  const refusal = { code: 'QuotaExceeded', target: 'asins' };
  await expect(imported(unknown, false)).rejects.toMatchObject(refusal);
  await expect(imported(known, true)).rejects.toMatchObject(refusal);
  expect((await imported(known, false)).import.success).toEqual([known]); // it is fresh, so nothing is fetched
  const longer = importRows(catalogue, actor, [
    { row: 1, id, content: { title: 'Board of oak' }, fixed: {} },
  ]);
  await expect(longer).rejects.toMatchObject({ code: 'QuotaExceeded', target: 'rows' });
  await catalogue.gateway.request(deleteProduct, { actor, id });
});

it('an edit of an imported product needs room for what its marketplace has, and one without room may be shortened or given back', async () => {
  const actor = someone();
  const full: Actor = { ...actor, limits: { productsGb: 0 } };
  const [asin = ''] = asins('0EDIT', 1);
  const id = await importAgain(catalogue, actor, asin, aProduct('Imported'));
  const patch = (who: Actor, title: string | null) =>
    catalogue.gateway.request(patchProduct, { actor: who, id, body: { title } });
  const refusal = { code: 'QuotaExceeded', target: undefined };
  await expect(patch(full, 'Exported')).rejects.toMatchObject(refusal);
  expect(await patch(actor, 'Exported')).toMatchObject({ title: 'Exported' });
  await expect(patch(full, 'Éxported')).rejects.toMatchObject(refusal); // a byte longer
  expect(await patch(full, 'Board')).toMatchObject({ title: 'Board' });
  expect(await patch(full, null)).toMatchObject({ title: 'Imported' });
});
