// Lists of products without a text of an application, of which almost all have one: pages that are short or empty, what
// they read, and what else reads by that filter.
import { mock } from 'node:test';
import {
  chooseProducts,
  countProducts,
  listProducts,
  type ProductFilters,
  type ProductList,
} from '#contracts';
import { answered } from '#testing/answers';
import { blocksRead, plansOf } from '#testing/plans';
import { ProductListStore } from '../../src/product-lists/product-list.store.ts';
import { aProduct, someone, sql, type Catalogue } from '../catalogue.ts';

const PRODUCTS = 25_000;
/** Places of those without a text, from the newest on: at the ends of what pages look at, and the oldest ones. */
const MISSING = [3, 290, 1999, 2000, 2001, 4000, 4001, 19_999, 20_000, 20_001, 24_998, 24_999, 25_000];
const TEXTS: ProductFilters = { texts: 'missing', applicationId: 'product-title' };
/** Those with the tag Third have other texts. */
const STALE: ProductFilters = { ...TEXTS, texts: 'stale' };
const actor = someone();
export const missingTexts = (shared: () => Catalogue): void =>
  describe('missing texts', () => {
    let catalogue: Catalogue;

    beforeAll(async () => {
      catalogue = shared();
      const add = (workspaceId: string, count: number): Promise<unknown> =>
        sql(
          catalogue,
          `INSERT INTO product (id, workspace_id, genre, marketplace, asin, content, content_hash, created_at)
       SELECT gen_random_uuid(), $1, 'Retailer', CASE n % 2 WHEN 0 THEN 'US' ELSE 'DE' END, 'B' || n,
         CASE n % 3 WHEN 0 THEN replace($3, 'All"', 'All","Third"') ELSE $3 END::json, '',
         now() - n / 3 * interval '1 second'
       FROM generate_series(1, $2::int) AS n`,
          [workspaceId, count, JSON.stringify({ ...aProduct('A product'), tags: ['All'] })],
        );
      await add(actor.workspaceId, PRODUCTS);
      await add(someone().workspaceId, 500);
      await sql(catalogue, 'ANALYZE product'); // or the foreign key of each text is looked up in the whole table
      await sql(
        catalogue,
        `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
     SELECT workspace_id, id, 'product-title', CASE WHEN NOT place = ANY ($2) THEN (ARRAY['PENDING', 'ACCEPTED', 'STALE'])[1 + right(asin, -1)::int % 3] END,
       CASE WHEN NOT place = ANY ($2) THEN id END, 1, created_at
     FROM (SELECT *, row_number() OVER (ORDER BY created_at DESC, id DESC)::int AS place FROM product WHERE workspace_id = $1) AS product
     WHERE place NOT IN (3, 4000, 25000)`, // of others a text was taken back
        [actor.workspaceId, MISSING],
      );
    });

    const pageOf = (filters: ProductFilters, limit: number, nextToken?: string): Promise<ProductList> =>
      catalogue.gateway.request(listProducts, { actor, ...filters, limit, ...(nextToken && { nextToken }) });

    /** The pages of a list, each as the ids of its products. */
    async function pagesOf(filters: ProductFilters, limit: number): Promise<string[][]> {
      const pages: string[][] = [];
      let nextToken: string | undefined;
      do {
        const after = nextToken;
        const page = await answered(() => pageOf(filters, limit, after));
        pages.push(page.products.map(({ id }) => id));
        ({ nextToken } = page);
      } while (nextToken !== undefined);
      return pages;
    }

    /** The ids that a filter should choose, newest first. */
    async function expectedOf(where = 'true'): Promise<string[]> {
      const rows = await sql<{ id: string }>(
        catalogue,
        `SELECT id FROM product WHERE workspace_id = $1 AND deleted_at IS NULL AND ${where} AND NOT EXISTS (
       SELECT FROM product_text WHERE product_id = id AND application_id = 'product-title' AND state IS NOT NULL)
     ORDER BY created_at DESC, id DESC`,
        [actor.workspaceId],
      );
      return rows.map(({ id }) => id);
    }

    describe('products without a text, which almost all others have', () => {
      it('are listed once each, newest first, over pages that may be short or empty', async () => {
        const expected = await expectedOf();
        expect(expected).toHaveLength(MISSING.length);
        for (const limit of [1, 2, 10, 100]) {
          const pages = await pagesOf(TEXTS, limit);
          expect(pages.flat()).toEqual(expected);
          expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit);
          expect(pages.some((page) => page.length === 0)).toBe(true);
        }
      });

      it('are the same with other filters, in a count, and for a batch', async () => {
        const us = { ...TEXTS, marketplace: 'US' } as const;
        const [rare] = await expectedOf(`marketplace = 'DE'`);
        const found = { ...aProduct('Larkspur'), tags: ['rare'] };
        await sql(catalogue, 'UPDATE product SET content = $1 WHERE id = $2', [JSON.stringify(found), rare]);
        for (const [filters, where] of [
          [us, `marketplace = 'US'`],
          [{ ...TEXTS, genre: 'Retailer', updatedSince: 1 }, 'true'],
          [{ ...TEXTS, genre: 'Custom' }, 'false'],
          [{ ...TEXTS, brand: 'brand', marketplace: 'DE' }, `marketplace = 'DE'`],
          [{ ...us, q: 'product' }, `marketplace = 'US'`],
          [{ ...TEXTS, q: 'larkspur', tag: 'rare' }, `id = '${rare}'`],
        ] as [ProductFilters, string][]) {
          const listed = (await pagesOf(filters, 10)).flat();
          expect([filters, listed]).toEqual([filters, await expectedOf(where)]);
          expect(await catalogue.gateway.request(countProducts, { actor, ...filters, upTo: 10_000 })).toEqual(
            {
              count: listed.length,
              exact: true,
            },
          );
          for (const most of [4, 1000]) {
            const { ids } = await catalogue.generations.request(chooseProducts, {
              workspaceId: actor.workspaceId,
              from: { filter: filters },
              most,
              notEditedByPerson: [],
            });
            expect(ids).toEqual(listed.slice(0, most));
          }
        }
      });

      it('are found as those whose text stands so are, of which hardly any fit', async () => {
        const filters = { ...STALE, tag: 'Third' };
        const [one] = await sql<{ id: string }>(
          catalogue,
          `UPDATE product SET content = replace(content::text, '"All"', '"All","Third"')::json
           WHERE id = (SELECT product_id FROM product_text WHERE workspace_id = $1 AND state = 'STALE' ORDER BY created_at OFFSET 2500 LIMIT 1)
           RETURNING id`,
          [actor.workspaceId],
        );
        const { workspaceId } = actor;
        const pages = await pagesOf(filters, 10);
        expect(pages.flat()).toEqual([one?.id]);
        expect(pages.some((page) => page.length === 0)).toBe(true);
        const count = { actor, ...filters, upTo: 10_000 };
        expect(await catalogue.gateway.request(countProducts, count)).toEqual({ count: 1, exact: true });
        const chosen = { workspaceId, from: { filter: filters }, most: 10, notEditedByPerson: [] };
        expect(await catalogue.generations.request(chooseProducts, chosen)).toMatchObject({ ids: [one?.id] });
      });

      it('are counted up to what was asked for', async () => {
        const count = (filters: ProductFilters, upTo: number): Promise<unknown> =>
          catalogue.gateway.request(countProducts, { actor, ...filters, upTo });
        expect(await count(TEXTS, 5)).toEqual({ count: 5, exact: false });
        expect(await count({ ...TEXTS, applicationId: 'bullet-points' }, 10_000)).toEqual({
          count: 10_000,
          exact: false,
        });
      });

      it('do not change what else is counted: texts of products that changed since a time', async () => {
        const pending: ProductFilters = { ...TEXTS, texts: 'pending' };
        const count = (filters: ProductFilters): Promise<unknown> =>
          catalogue.gateway.request(countProducts, { actor, ...filters, upTo: 10_000 });
        expect(await count({ ...pending, updatedSince: 1 })).toEqual(await count(pending));
      });

      const ADDED = `WITH made AS (
          INSERT INTO product (id, workspace_id, genre, content, content_hash)
          SELECT gen_random_uuid(), $1, genre, content, '' FROM product WHERE workspace_id = $1 LIMIT 20 RETURNING *
        )
        INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
        SELECT workspace_id, id, 'product-title', 'ACCEPTED', id, 1, created_at FROM made`;

      it.each([
        ['products are added', 2100, 2000, ADDED],
        ['products are added to fewer than are looked at', 1999, 1999, ADDED],
        [
          'a product is deleted',
          2100,
          2000,
          `UPDATE product SET deleted_at = now() WHERE id = (
          SELECT id FROM product WHERE workspace_id = $1 ORDER BY created_at DESC LIMIT 1)`,
        ],
      ])('are found where %s while they are looked for', async (_, count, place, change) => {
        const { workspaceId, ...other } = someone();
        const [last] = await sql<{ id: string }>(
          catalogue,
          `WITH made AS (
             INSERT INTO product (id, workspace_id, genre, content, content_hash, created_at)
             SELECT gen_random_uuid(), $1, 'Custom', $2, '', now() - n * interval '1 second'
             FROM generate_series(1, $3::int) AS n RETURNING *
           ), placed AS (
             SELECT *, row_number() OVER (ORDER BY created_at DESC) AS place FROM made
           ), told AS (
             INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
             SELECT workspace_id, id, 'product-title', 'ACCEPTED', id, 1, created_at FROM placed WHERE place <> $4
           )
           SELECT id FROM placed WHERE place = $4`,
          [workspaceId, JSON.stringify(aProduct('A product')), count, place],
        );
        const store = catalogue.app.get(ProductListStore, { strict: false });
        const endOf = store.endOf.bind(store);
        const { mock: looks } = mock.method(store, 'endOf', async (...given: Parameters<typeof endOf>) => {
          const end = await endOf(...given);
          await sql(catalogue, change, [workspaceId]);
          return end;
        });
        try {
          const of = { ...other, workspaceId };
          const page = await catalogue.gateway.request(listProducts, { actor: of, ...TEXTS, limit: 10 });
          expect(page.products.map(({ id }) => id)).toEqual([last?.id]);
        } finally {
          looks.restore();
        }
      });

      it.each<[string, ProductFilters, number]>([
        ['alone', TEXTS, 2500],
        ['of a marketplace', { ...TEXTS, marketplace: 'US' }, 4000], // every second product, so more blocks of the table
        ['among the many that a search finds', { ...TEXTS, q: 'product' }, 8000],
        ['among the many that have a tag', { ...TEXTS, tag: 'All' }, 8000],
        ['whose text stands so', { ...STALE, tag: 'Third' }, 12_000],
        ['whose text stands so, and that changed', { ...STALE, tag: 'Third', updatedSince: 1 }, 12_000],
      ])(
        'cost a page blocks in proportion to what it looks at, not to the size of the workspace: %s',
        async (_, filters, most) => {
          let nextToken: string | undefined;
          for (let page = 1; page <= 3; page += 1) {
            const plans = await plansOf(
              catalogue.servers.database.appUrl,
              /FROM (searchable_)?product\b/,
              async () => {
                ({ nextToken } = await pageOf(filters, 10, nextToken));
              },
            );
            const blocks = plans.map(blocksRead).reduce((sum, read) => sum + read, 0);
            // 4 for each of 275 that are looked at one by one, and those of 2000 that are looked at together; of a search also those
            // of 5000 that it finds.
            expect({ page, blocks, isBounded: blocks <= most }).toEqual({ page, blocks, isBounded: true });
          }
        },
      );
    });
  });
