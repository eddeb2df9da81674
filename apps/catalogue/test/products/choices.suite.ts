// Products that generations asks for, on a real Postgres: which ones a batch is for, and what is in them.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import {
  countProducts,
  chooseProducts,
  findProducts,
  listProducts,
  type Actor,
  type AnswerOf,
  type InputOf,
  type ProductList,
} from '#contracts';
import { newId } from '#platform/context';
import { blocksRead, plansOf } from '#testing/plans';
import { until } from '#testing/until';
import { aProduct, someone, sql, type Catalogue } from '../catalogue.ts';

export const productChoices = (shared: () => Catalogue): void =>
  describe('choices of products', () => {
    let catalogue: Catalogue;
    const actor = someone();
    /** The newest product first: those with an even number are edited by a person, each third one is of another brand. */
    let ids: string[];
    beforeAll(async () => {
      catalogue = shared();
      const products = Array.from({ length: 30 }, (_, n) => ({
        id: newId(),
        asin: `B${String(n).padStart(9, '0')}`,
        edited: n % 2 === 0 ? { title: 'person' } : { title: 'generation' },
        created: n,
        content: {
          ...aProduct(`Board ${n}`),
          brand: n % 3 === 0 ? 'Fenwick' : 'Other',
          description: n < 12 ? 'x'.repeat(100_000) : '',
        },
      }));
      await sql(
        catalogue,
        `INSERT INTO product (id, workspace_id, genre, marketplace, asin, content, content_hash, edited_by, imported, created_at)
     SELECT id, $1, 'Retailer', 'DE', asin, content, '', edited, content, now() - created * interval '1 second'
     FROM json_to_recordset($2) AS p (id uuid, asin text, content json, edited json, created int)`,
        [actor.workspaceId, JSON.stringify(products)],
      );
      ids = products.map(({ id }) => id);
    });

    /** Asks as generations does. */
    const choose = (input: Omit<InputOf<typeof chooseProducts>, 'workspaceId'>, who: Actor = actor) =>
      catalogue.generations.request(chooseProducts, { workspaceId: who.workspaceId, ...input });
    const nth = (fits: (n: number) => boolean): string[] => ids.filter((_, n) => fits(n));

    it('are counted where most of them fit by looking at each, and no other index is asked', async () => {
      const plans = await plansOf(catalogue.servers.database.appUrl, /FROM searchable_product/, async () => {
        const count = { actor, upTo: 100, q: 'board', genre: 'Retailer' } as const;
        expect(await catalogue.gateway.request(countProducts, count)).toEqual({ count: 30, exact: true });
      });
      expect(plans).toEqual([]);
    });

    it('products are chosen by the filters of the list, in its order, without those that a person has edited', async () => {
      const all = { from: { filter: { brand: 'fenwick' } }, notEditedByPerson: [], most: 100 };
      expect(await choose(all)).toEqual({ ids: nth((n) => n % 3 === 0), unknown: [] });
      expect((await choose({ ...all, most: 2 })).ids).toEqual([ids[0], ids[3]]);
      const edited = await choose({ ...all, notEditedByPerson: ['features', 'title'] });
      expect(edited.ids).toEqual(nth((n) => n % 3 === 0 && n % 2 === 1));
      expect((await choose({ ...all, notEditedByPerson: ['description'] })).ids).toHaveLength(10);
      expect((await choose({ ...all, from: { filter: {} } })).ids).toEqual(ids);
      expect(await choose(all, someone())).toEqual({ ids: [], unknown: [] });
      const filters = { q: 'board', genre: 'Retailer', updatedSince: 1 } as const;
      const list: ProductList = await catalogue.gateway.request(listProducts, {
        actor,
        ...filters,
        limit: 100,
      });
      const listed = list.products.map(({ id }) => id);
      const found = await choose({ ...all, from: { filter: filters } });
      expect(found.ids.slice(0, listed.length)).toEqual(listed);
      expect(found.ids).toHaveLength(30);
    });

    it('products are chosen by their ids, each once, and those that do not exist are told', async () => {
      const [one = '', two = ''] = ids;
      const by = { notEditedByPerson: [], most: 100 };
      const unknown = [newId(), 'no-uuid'];
      const chosen = await choose({ ...by, from: { ids: [two, one.toUpperCase(), ...unknown, one] } });
      expect(chosen).toEqual({ ids: [two, one], unknown });
      const edited = await choose({ ...by, from: { ids: [one, two] }, notEditedByPerson: ['title'] });
      expect(edited).toEqual({ ids: [two], unknown: [] });
      expect(await choose({ ...by, from: { ids: [one] } }, someone())).toEqual({ ids: [], unknown: [one] });
    });

    it('products with an accepted text of an application are left out, unless it is stale', async () => {
      const states = ['ACCEPTED', 'STALE', 'PENDING', null];
      await sql(
        catalogue,
        `INSERT INTO product_text (workspace_id, product_id, application_id, created_at, state, version, generation_id)
     SELECT $1, product_id, 'product-title', now(), state, 1, CASE WHEN state IS NOT NULL THEN product_id END
     FROM unnest($2::uuid[], $3::text[]) AS text (product_id, state)`,
        [actor.workspaceId, ids.slice(0, 4), states],
      );
      const by = { notEditedByPerson: [], most: 100 };
      const filtered = { ...by, from: { filter: { brand: 'fenwick' } }, withoutAccepted: 'product-title' };
      expect((await choose(filtered)).ids).toEqual(nth((n) => n % 3 === 0 && n > 0));
      const named = { ...by, from: { ids: ids.slice(0, 5) } };
      expect(await choose({ ...named, withoutAccepted: 'product-title' })).toEqual({
        ids: ids.slice(1, 5),
        unknown: [],
      });
      expect((await choose({ ...named, withoutAccepted: 'bullet-points' })).ids).toEqual(ids.slice(0, 5));
    });

    it('products are handed out, as many as fit into an answer', async () => {
      const found: string[] = [];
      const asked = [...ids.slice(0, 3), newId(), ...ids.slice(3)];
      const answers: number[] = [];
      while (asked.length > 0) {
        const input = { workspaceId: actor.workspaceId, ids: asked };
        const { products, looked } = await catalogue.generations.request(findProducts, input);
        answers.push(looked);
        asked.splice(0, looked);
        found.push(...products.map(({ id }) => id));
      }
      expect(found).toEqual(ids);
      expect(answers).toHaveLength(2);
    });

    it('an answer with products reads no more of them than it holds', async () => {
      const { workspaceId } = someone();
      const large = Array.from({ length: 24 }, () => ({
        id: newId(),
        content: { ...aProduct('Board'), description: randomBytes(125_000).toString('hex') },
      }));
      await sql(
        catalogue,
        `INSERT INTO product (id, workspace_id, genre, content, content_hash)
     SELECT id, $1, 'Custom', content, '' FROM json_to_recordset($2) AS p (id uuid, content json)`,
        [workspaceId, JSON.stringify(large)],
      );
      const asked = large.map(({ id }) => id).toReversed();
      for (const some of [asked, asked.slice(0, 16)]) {
        const gone = newId();
        let answer: AnswerOf<typeof findProducts> | undefined;
        const plans = await plansOf(catalogue.servers.database.appUrl, /FROM product/, async () => {
          answer = await catalogue.generations.request(findProducts, { workspaceId, ids: [gone, ...some] });
        });
        expect(answer?.products.map(({ id }) => id)).toEqual(asked.slice(0, 3));
        expect(answer?.looked).toBe(4);
        // 32 for each product that is read, and as many again for its hash; and some for the keys of all.
        expect(plans).toHaveLength(1);
        expect(blocksRead(plans[0]!)).toBeLessThan(400);
      }
    });

    it('two answers with many products are made for a holder at once, a few wait, and others are refused', async () => {
      const { workspaceId, accountId: holderId } = actor;
      const holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE product IN ACCESS EXCLUSIVE MODE');
      let refused = 0;
      const answers = Array.from({ length: 14 }, () =>
        catalogue.generations
          .request(findProducts, { workspaceId, holderId, ids: ids.slice(12, 29) })
          .catch((error: { code: string }) => (refused += Number(error.code === 'TooManyRequests'))),
      );
      try {
        await until('others are refused', () => Promise.resolve(refused >= 4));
        const another = { workspaceId, holderId: newId(), ids: ids.slice(12, 29) };
        const waits = catalogue.generations.request(findProducts, another);
        await holder.query('ROLLBACK');
        expect((await waits).products).toHaveLength(17);
      } finally {
        await holder.end();
        await Promise.all(answers);
      }
    });
  });
