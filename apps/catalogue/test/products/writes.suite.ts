// What people write of products, on real servers: create, change, delete and restore.
import {
  createProduct,
  deleteProduct,
  editProduct,
  findProduct,
  getProduct,
  listProducts,
  patchProduct,
  productCreation,
  restoreProduct,
  type Actor,
  type AppError,
  type ImportedProduct,
  type Product,
  type ProductPatch,
} from '#contracts';
import { newId } from '#platform/context';
import type { Bus } from '#platform/messaging';
import { errorOf, LATE } from '#testing/answers';
import {
  aProduct,
  claimBatch,
  eventsOf,
  importAgain,
  importOf,
  logEvents,
  openBatches,
  report,
  someone,
  sql,
  type Catalogue,
} from '../catalogue.ts';

const ASIN = 'B0EDITED01';
export const productWrites = (shared: () => Catalogue): void =>
  describe('writes to products', () => {
    let catalogue: Catalogue;
    beforeAll(async () => {
      catalogue = shared();
      await logEvents(catalogue);
    });

    const asGateway = (): Bus => catalogue.gateway;
    const get = (actor: Actor, id: string): Promise<Product> =>
      asGateway().request(getProduct, { actor, id });
    const patch = (actor: Actor, id: string, body: ProductPatch, ifVersion?: number): Promise<Product> =>
      asGateway().request(patchProduct, { actor, id, body, ifVersion });
    const remove = (actor: Actor, id: string, ifVersion?: number): Promise<object> =>
      asGateway().request(deleteProduct, { actor, id, ifVersion });
    const restore = (actor: Actor, id: string, ifVersion?: number): Promise<Product> =>
      asGateway().request(restoreProduct, { actor, id, ifVersion });
    const idsOf = async (actor: Actor): Promise<string[]> =>
      (await asGateway().request(listProducts, { actor, limit: 10 })).products.map(({ id }) => id);

    async function create(
      actor: Actor,
      body: { title: string } & Partial<ImportedProduct>,
    ): Promise<Product> {
      const request = { actor, body: productCreation.parse(body) };
      return (await asGateway().request(createProduct, request)).product;
    }

    const NOT_FOUND = { code: 'NotFound', target: 'id' };

    describe('a product that a person creates', () => {
      it('is a Custom product with every documented field, once for each Idempotency-Key', async () => {
        const actor = someone();
        const body = productCreation.parse({ title: 'Oak board', keywords: ['oak'] });
        const first = await asGateway().request(createProduct, { actor, body, idempotencyKey: 'key' });
        expect(first).toEqual({
          replayed: false,
          product: {
            title: 'Oak board',
            brand: '',
            description: '',
            specification: '',
            feature: '',
            mainImage: '',
            link: '',
            keywords: ['oak'],
            genre: 'Custom',
            version: 1,
            id: expect.any(String),
            createdAt: expect.any(Number),
            updatedAt: first.product.createdAt,
          },
        });
        const { id } = first.product;
        expect(await get(actor, id)).toEqual(first.product);
        await patch(actor, id, { title: 'Oak board, large' });
        const again = await asGateway().request(createProduct, { actor, body, idempotencyKey: 'key' });
        expect(again).toEqual({ product: first.product, replayed: true });
        expect(await idsOf(actor)).toEqual([id]);
        expect(await eventsOf(catalogue, id)).toEqual(['product.created 1', 'product.updated 2']);
        const other = { actor, body: { ...body, title: 'Other' }, idempotencyKey: 'key' };
        await expect(asGateway().request(createProduct, other)).rejects.toMatchObject({
          code: 'IdempotencyKeyReused',
        });
      });
    });

    describe('a patch', () => {
      it('of a Custom product sets fields, and null empties them', async () => {
        const actor = someone();
        const { id } = await create(actor, {
          title: 'Board',
          brand: 'Fenwick',
          keywords: ['oak'],
          tags: ['Home'],
        });
        const changed = await patch(actor, id, {
          brand: null,
          keywords: null,
          tags: ['Kitchen'],
          feature: 'Big',
        });
        expect(changed).toMatchObject({
          version: 2,
          title: 'Board',
          brand: '',
          tags: ['Kitchen'],
          feature: 'Big',
        });
        for (const absent of ['keywords', 'edited', 'editedBy', 'imported'])
          expect(changed).not.toHaveProperty(absent);
        expect(await get(actor, id)).toEqual(changed);
      });

      it('that changes nothing leaves the version, and tells nobody', async () => {
        const actor = someone();
        const product = await create(actor, { title: 'Board', keywords: ['oak'] });
        for (const body of [{}, { title: 'Board', keywords: ['oak'] }, { tags: null, brand: null }])
          expect(await patch(actor, product.id, body)).toEqual(product);
        expect(await eventsOf(catalogue, product.id)).toEqual(['product.created 1']);
      });

      it.each([
        ['an empty title', { title: null }, 'title'],
        ['features', { features: ['One'] }, 'features'],
      ])('of a Custom product may not contain %s', async (_, body, target) => {
        const actor = someone();
        const { id } = await create(actor, { title: 'Board' });
        await expect(patch(actor, id, body)).rejects.toMatchObject({ code: 'InvalidArgument', target });
      });

      it('may not make a product larger than what fits through the bus', async () => {
        const actor = someone();
        const { id } = await create(actor, { title: 'Board' });
        const text = 'x'.repeat(64_000);
        await patch(actor, id, { description: text, specification: text, feature: text });
        await expect(patch(actor, id, { brand: text, keywords: [text] })).rejects.toMatchObject({
          code: 'InvalidArgument',
        });
        expect((await get(actor, id)).version).toBe(2);
      });

      it('of a Custom product tells its facts, which an accepted text and a link do not change, and which may come back', async () => {
        const actor = someone();
        const { workspaceId } = actor;
        const { id } = await create(actor, { title: 'Board' });
        const accept = (body: ProductPatch) =>
          catalogue.generations.request(editProduct, { workspaceId, id, key: newId(), body });
        const hashes: string[] = [];
        const seen: unknown[] = [];
        for (const write of [
          () => accept({ title: 'Oak board' }),
          () => patch(actor, id, { link: 'https://shop.example/board' }),
          () => patch(actor, id, { tags: ['Kitchen'] }),
          () => accept({ feature: 'Big' }),
          () => patch(actor, id, { title: 'Table' }),
          () => accept({ title: 'Oak table' }),
          () => patch(actor, id, { title: 'Oak table' }), // now it is the person's
          () => patch(actor, id, { title: 'Board' }),
          async () => {
            await remove(actor, id);
            await restore(actor, id);
          },
          () => patch(actor, id, { tags: [] }),
        ]) {
          await write();
          const [row] = await sql(catalogue, 'SELECT version, source_version FROM product WHERE id = $1', [
            id,
          ]);
          const { sourceHash = '' } = await catalogue.generations.request(findProduct, { workspaceId, id });
          if (!hashes.includes(sourceHash)) hashes.push(sourceHash);
          seen.push([...Object.values(row as object), hashes.indexOf(sourceHash)]);
        }
        expect(seen).toEqual([
          [2, 1, 0],
          [3, 1, 0],
          [4, 4, 1],
          [5, 4, 1],
          [6, 6, 2],
          [7, 6, 2],
          [8, 8, 3],
          [9, 9, 1],
          [11, 9, 1],
          [12, 12, 0],
        ]);
      });

      it('of one version succeeds once when 20 people send it at the same moment', async () => {
        const actor = someone();
        const { id } = await create(actor, { title: 'Board' });
        const results = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) => patch(actor, id, { title: `Board ${n}` }, 1)),
        );
        const refused = results
          .filter((one) => one.status === 'rejected')
          .map(({ reason }) => reason as AppError)
          .filter(({ code }) => !LATE.includes(code)); // one of these may have won
        for (const error of [...refused, await errorOf(patch(actor, id, { title: 'Late' }, 1))])
          expect(error).toMatchObject({
            code: 'VersionMismatch',
            target: 'If-Match',
            details: [{ code: 'VersionMismatch', message: '2' }],
          });
        const [won, ...others] = results.filter((one) => one.status === 'fulfilled');
        expect(others).toEqual([]);
        const product = await get(actor, id);
        expect(product).toMatchObject({ version: 2, title: expect.stringMatching(/^Board \d+$/) });
        expect([product, undefined]).toContainEqual(won?.value);
      });
    });

    describe('a deleted product', () => {
      it('is seen nowhere, and comes back with its edits', async () => {
        const actor = someone();
        const id = await importAgain(catalogue, actor, ASIN, aProduct('Theirs'));
        const edited = await patch(actor, id, { title: 'Ours' }, 1);
        await expect(remove(actor, id, 1)).rejects.toMatchObject({ code: 'VersionMismatch' });
        await remove(actor, id, 2);
        expect(await idsOf(actor)).toEqual([]);
        const found = catalogue.generations.request(findProduct, { workspaceId: actor.workspaceId, id });
        await expect(found).rejects.toMatchObject(NOT_FOUND);
        await Promise.all(
          [get(actor, id), patch(actor, id, { title: 'x' }), remove(actor, id)].map((write) =>
            expect(write).rejects.toMatchObject(NOT_FOUND),
          ),
        );
        const { import: again } = await importOf(catalogue, actor, { asins: [ASIN], marketplace: 'US' });
        expect(again.success).toEqual([]); // it is fetched anew
        await expect(restore(actor, id, 1)).rejects.toMatchObject({ code: 'VersionMismatch' });
        expect(await restore(actor, id, 2)).toEqual({ ...edited, version: 4, updatedAt: expect.any(Number) });
        expect((await restore(actor, id)).version).toBe(4);
        expect(await idsOf(actor)).toEqual([id]);
        expect(await eventsOf(catalogue, id)).toEqual([
          'product.created 1',
          'product.updated 2',
          'product.deleted 3',
          'product.updated 4',
        ]);
        const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
        await report(catalogue, lease, [{ asin: ASIN, outcome: 'found', product: aProduct('Theirs') }]);
        expect(await get(actor, id)).toMatchObject({ title: 'Ours', version: 4 });
      });

      it('cannot be restored after 30 days', async () => {
        const actor = someone();
        const { id } = await create(actor, { title: 'Board' });
        await remove(actor, id);
        await sql(
          catalogue,
          `UPDATE product SET deleted_at = now() - interval '30 days 1 minute' WHERE id = $1`,
          [id],
        );
        await expect(restore(actor, id)).rejects.toMatchObject(NOT_FOUND);
      });
    });

    it('a write to a product of another workspace, and to no product, is NotFound', async () => {
      const { id } = await create(someone(), { title: 'Board' });
      const stranger = someone();
      for (const asked of [id, newId(), 'x'])
        await Promise.all(
          [patch(stranger, asked, { title: 'Mine' }), remove(stranger, asked), restore(stranger, asked)].map(
            (write) => expect(write).rejects.toMatchObject(NOT_FOUND),
          ),
        );
    });
  });
