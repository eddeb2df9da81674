// How many products a workspace may have, on a catalogue that allows five.
import { createProduct, patchProduct, type Product } from '#contracts';
import {
  asins,
  importAgain,
  aProduct,
  importOf,
  someone,
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
  await importAgain(catalogue, actor, asin, aProduct('Imported again'));
  const rows = [{ row: 1, id: product.id, content: { title: 'Changed' }, fixed: {} }];
  const { import: changed } = await importRows(catalogue, actor, rows);
  expect(await ended(catalogue, actor, changed.id)).toMatchObject({ counts: { success: 1 } });
  await catalogue.gateway.request(patchProduct, { actor, id: product.id, body: { title: 'Patched' } });
  await create(other);
});
