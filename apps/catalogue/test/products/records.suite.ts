// Products on a real Postgres: lists, single products, and row-level security between workspaces.
import { randomBytes } from 'node:crypto';
import { fc } from '#testing/property';
import { Client } from 'pg';
import {
  getProduct,
  LISTED_TEXTS,
  listProducts,
  product,
  type Actor,
  type ProductFilters,
  type ProductList,
} from '#contracts';
import { newId } from '#platform/context';
import { blocksRead, plansOf, rowsRead } from '#testing/plans';
import { TextStatesService } from '../../src/text-states/text-states.service.ts';
import { aProduct, someone, sql, type Catalogue } from '../catalogue.ts';

export const productRecords = (shared: () => Catalogue): void =>
  describe('products', () => {
    let catalogue: Catalogue;
    beforeAll(() => {
      catalogue = shared();
    });

    /** Adds products; each run of `ties` products has the same time of creation. Returns their ids, oldest first. */
    async function add(
      actor: Actor,
      count: number,
      { genre = 'Custom', ties = 1, bytes = 0 } = {},
    ): Promise<string[]> {
      const ids = Array.from({ length: count }, newId);
      const content = { ...aProduct('A product'), description: randomBytes(bytes / 2).toString('hex') };
      await sql(
        catalogue,
        `INSERT INTO product (id, workspace_id, genre, marketplace, asin, content, content_hash, created_at)
     SELECT id, $2, $3, CASE $3 WHEN 'Retailer' THEN 'US' END,
       CASE $3 WHEN 'Retailer' THEN 'B' || right(replace(id::text, '-', ''), 9) END, $4, '',
       '2026-01-01'::timestamptz + ((nth - 1) / $5) * interval '7 microseconds'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS p (id, nth)`,
        [ids, actor.workspaceId, genre, JSON.stringify(content), ties],
      );
      return ids;
    }

    const page = (actor: Actor, query: { limit: number; nextToken?: string } & ProductFilters) =>
      catalogue.gateway.request(listProducts, { actor, ...query });

    /** Ids of all pages of a list; `afterPage` runs after each page and gets the number of pages so far. */
    async function walk(
      actor: Actor,
      limit: number,
      afterPage: (pages: number) => Promise<unknown>,
      filters: ProductFilters = {},
    ): Promise<string[]> {
      const seen: string[] = [];
      let next: string | undefined;
      let pages = 0;
      do {
        const answer: ProductList = await page(actor, {
          limit,
          ...filters,
          ...(next ? { nextToken: next } : {}),
        });
        seen.push(...answer.products.map((one) => one.id));
        next = answer.nextToken;
        await afterPage((pages += 1));
      } while (next);
      return seen;
    }

    describe('a list of products', () => {
      it('is newest first, and has no nextToken on its last page', async () => {
        const actor = someone();
        const ids = await add(actor, 3);
        expect(await walk(actor, 2, async () => undefined)).toEqual(ids.toReversed());
        const exact = await page(actor, { limit: 3 });
        expect(exact.products).toHaveLength(3);
        expect(exact).not.toHaveProperty('nextToken');
        expect(await page(someone(), { limit: 3 })).toEqual({ products: [] });
      });

      it('shows each product that exists throughout a walk exactly once, while others are added and deleted', async () => {
        const actor = someone();
        const ids = await add(actor, 60, { ties: 7 });
        const removed = new Set(ids.filter((_, i) => i % 11 === 3));
        const seen = await walk(actor, 4, async (pages) => {
          if (pages === 3) await sql(catalogue, 'DELETE FROM product WHERE id = ANY ($1)', [[...removed]]);
          if (pages % 2) await add(actor, 2, { genre: 'Retailer' });
        });
        const stayed = ids.filter((id) => !removed.has(id));
        expect(seen.filter((id) => stayed.includes(id)).sort()).toEqual(stayed.sort());
        expect(new Set(seen).size).toBe(seen.length);
      });

      it('can be limited to one genre, and its cursor is valid for that genre and workspace only', async () => {
        const actor = someone();
        await add(actor, 3);
        await add(actor, 3, { genre: 'Retailer' });
        const first = await page(actor, { limit: 2, genre: 'Retailer' });
        expect(first.products.map((one) => one.genre)).toEqual(['Retailer', 'Retailer']);
        const nextToken = first.nextToken ?? '';
        expect((await page(actor, { limit: 2, genre: 'Retailer', nextToken })).products).toHaveLength(1);
        for (const [reader, query] of [
          [actor, { limit: 2, nextToken }],
          [someone(), { limit: 2, genre: 'Retailer', nextToken }],
        ] as const) {
          await expect(page(reader, query)).rejects.toMatchObject({ code: 'InvalidNextToken' });
        }
      });

      it.each<ProductFilters>([
        {},
        { brand: 'Brand', genre: 'Custom' },
        { q: 'product' },
        { updatedSince: 0, q: 'product' },
        { texts: 'missing', applicationId: 'product-title' },
      ])(
        'of %j ends a page before it is too large for the bus, reads no more than that, and still reaches every product',
        async (filters) => {
          const actor = someone();
          const ids = await add(actor, 24, { bytes: 250_000 });
          const firstOf = () => page(actor, { limit: 100, ...filters });
          const plans = await plansOf(
            catalogue.servers.database.appUrl,
            /"cursorId".*FROM product/s,
            firstOf,
          );
          expect((await firstOf()).products.length).toBeLessThan(5);
          expect(await walk(actor, 100, async () => undefined, filters)).toEqual(ids.toReversed());
          // 32 for each product that is read, of which there are 5 in a page and 24 in all, and some for their keys.
          expect(Math.max(...plans.map(blocksRead))).toBeLessThan(400);
        },
      );
    });

    describe('a product', () => {
      it('of either genre has every documented field with its type', async () => {
        const actor = someone();
        const [custom = ''] = await add(actor, 1);
        const [retailer = ''] = await add(actor, 1, { genre: 'Retailer' });
        for (const [id, genre] of [
          [custom, 'Custom'],
          [retailer, 'Retailer'],
        ] as const) {
          const answer = await catalogue.gateway.request(getProduct, { actor, id });
          expect(product.parse(answer)).toMatchObject({
            id,
            genre,
            createdAt: 1_767_225_600,
            updatedAt: expect.any(Number),
          });
        }
      });

      it('is NotFound when its id belongs to another workspace, is unknown or is malformed', async () => {
        const [id = ''] = await add(someone(), 1);
        for (const asked of [id, newId(), 'x', `${id}x`, "' OR 1=1"]) {
          const answer = catalogue.gateway.request(getProduct, { actor: someone(), id: asked });
          await expect(answer).rejects.toMatchObject({ code: 'NotFound', target: 'id' });
        }
      });
    });

    describe('the texts of a product', () => {
      const STATES = ['PENDING', 'ACCEPTED', 'STALE', null] as const;
      const told = fc.shuffledSubarray(
        [1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [n, n]),
        { minLength: 8 },
      );

      it('are those of the newest versions, however often and in whatever order and company they are told', async () => {
        const states = catalogue.app.get(TextStatesService, { strict: false });
        const run = async (versions: readonly number[], together: number): Promise<void> => {
          const actor = someone();
          const { workspaceId } = actor;
          const [productId = ''] = await add(actor, 1);
          const texts = versions.map((version) => {
            const state = STATES[version % 4] ?? null;
            const applicationId = version % 2 === 0 ? 'product-title' : 'bullet-points';
            return {
              workspaceId,
              productId,
              applicationId,
              state,
              generationId: state && workspaceId,
              version,
            };
          });
          const nobodys = { ...texts[0]!, productId: newId() };
          for (let from = 0; from < texts.length; from += together)
            await states.note([nobodys, ...texts.slice(from, from + together)]);
          const known = ['product-title', 'bullet-points'].flatMap((applicationId) => {
            const all = texts.filter((text) => text.applicationId === applicationId);
            const newest = all.toSorted((a, b) => b.version - a.version)[0];
            return newest?.state ? [{ applicationId, state: newest.state, generationId: workspaceId }] : [];
          });
          const { texts: shown = [] } = await catalogue.gateway.request(getProduct, { actor, id: productId });
          expect(shown).toEqual(known);
          const [listed] = (await page(actor, { limit: 1 })).products;
          expect(listed?.texts ?? []).toEqual(known);
        };
        await fc.assert(fc.asyncProperty(told, fc.integer({ min: 1, max: 8 }), run), { numRuns: 30 });
        await sql(catalogue, 'DELETE FROM product WHERE id IN (SELECT product_id FROM product_text)');
        expect(await sql(catalogue, 'SELECT FROM product_text')).toEqual([]);
      });

      it('are fifty at most in a list, so that a page reads a bounded number; the product itself has all', async () => {
        const actor = someone();
        const [id = ''] = await add(actor, 100);
        await sql(
          catalogue,
          `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
           SELECT workspace_id, id, CASE n WHEN 1 THEN 'product-title' ELSE lpad(n::text, 36, '0') END, 'PENDING', id, 1, created_at
           FROM product, generate_series(1, 200) AS n WHERE workspace_id = $1`,
          [actor.workspaceId],
        );
        await sql(catalogue, 'ANALYZE product_text');
        const all = (await catalogue.gateway.request(getProduct, { actor, id })).texts ?? [];
        expect(all).toHaveLength(200);
        let listed: ProductList['products'] = [];
        const [plan] = await plansOf(catalogue.servers.database.appUrl, /FROM product_text/, async () => {
          listed = (await page(actor, { limit: 100 })).products;
        });
        expect(rowsRead(plan!)).toBe(100 + 100 * LISTED_TEXTS);
        expect(listed.at(-1)?.texts).toEqual(all.slice(0, LISTED_TEXTS));
        expect(all[0]?.applicationId).toBe('product-title');
        await sql(catalogue, 'DELETE FROM product WHERE workspace_id = $1', [actor.workspaceId]);
      });
    });

    describe('row-level security', () => {
      it('shows the app role nothing while no workspace is bound, and only the bound one otherwise', async () => {
        const actor = someone();
        await add(actor, 2);
        await add(someone(), 2);
        const client = new Client({ connectionString: catalogue.servers.variables.DATABASE_URL });
        await client.connect();
        const count = async () =>
          (await client.query('SELECT count(*)::int AS n FROM product')).rows[0]?.n as number;
        expect(await count()).toBe(0);
        await client.query(`SELECT set_config('app.workspace_id', $1, false)`, [actor.workspaceId]);
        expect(await count()).toBe(2);
        const foreign = client.query(
          `INSERT INTO product (id, workspace_id, genre, content, content_hash) VALUES ($1, $2, 'Custom', '{}', '')`,
          [newId(), newId()],
        );
        await expect(foreign).rejects.toThrow(/row-level security/);
        await expect(client.query('DROP TABLE product')).rejects.toThrow(/must be owner/);
        await expect(client.query('SET ROLE catalogue_system')).rejects.toThrow(/permission denied/);
        await client.end();
      });

      it('the view for searches shows the app role nothing while no workspace is bound, and only the bound one', async () => {
        const actor = someone();
        await add(actor, 1);
        await add(someone(), 1);
        const client = new Client({ connectionString: catalogue.servers.variables.DATABASE_URL });
        await client.connect();
        const count = async () => (await client.query('SELECT id FROM searchable_product')).rowCount;
        expect(await count()).toBe(0);
        await client.query(`SELECT set_config('app.workspace_id', $1, false)`, [actor.workspaceId]);
        expect(await count()).toBe(1);
        await expect(client.query(`UPDATE searchable_product SET genre = 'x'`)).rejects.toThrow(
          /permission denied/,
        );
        await client.end();
      });
    });
  });
