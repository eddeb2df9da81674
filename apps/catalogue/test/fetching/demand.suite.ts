// Fetch batches are queued for the products that wait, apart from the transactions of the imports.
import { Client } from 'pg';
import { MARKETPLACE_CODES, MARKETPLACES, type Marketplace } from '#contracts';
import { answered } from '#testing/answers';
import { plansOf, rowsRead } from '#testing/plans';
import { until } from '#testing/until';
import { FetchDispatchService } from '../../src/fetching/fetch-dispatch.service.ts';
import { MAX_QUEUED } from '../../src/fetching/fetch-retry.rules.ts';
import {
  asins,
  claimBatch,
  importOf,
  openBatches,
  someone,
  sql,
  type Catalogue,
  withoutImports,
} from '../catalogue.ts';

export const fetchDemand = (shared: () => Catalogue): void =>
  describe('the demand for fetches', () => {
    let catalogue: Catalogue;
    withoutImports(shared, (one) => (catalogue = one));

    const US = 'US' as const;
    const batchCount = async (): Promise<number> =>
      (await sql(catalogue, 'SELECT 1 FROM fetch_batch')).length;

    it('an import is accepted while nobody can queue batches, and they follow as soon as it is possible', async () => {
      const holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE fetch_batch IN SHARE ROW EXCLUSIVE MODE');
      const imported = importOf(catalogue, someone(), { asins: ['B0LOCKED01'], marketplace: US });
      await Promise.allSettled([imported]);
      await holder.query('COMMIT');
      await holder.end();
      await imported;
      await until('a batch is queued', async () => (await batchCount()) === 1);
    });

    it('an import whose process ended after its commit gets its batches from any instance', async () => {
      await sql(
        catalogue,
        `INSERT INTO pending_fetch (marketplace, asin, region, workspace_id) VALUES ('US', 'B0CRASH001', 'na', gen_random_uuid())`,
      );
      await until('a batch is queued', async () => (await batchCount()) === 1);
    });

    it('products get the batches that they need once, however many instances look, and no more than are soon taken', async () => {
      const dispatch = catalogue.app.get(FetchDispatchService, { strict: false });
      await Promise.all(
        Array.from({ length: 8 }, async (_, n) => {
          const actor = someone();
          const body = { asins: asins(`0CPY${n}`, 60), marketplace: US };
          // They wait for each other, so on a full machine some are told to come back.
          await answered(() => importOf(catalogue, actor, body, 'key'));
          await answered(() => dispatch.topUp());
        }),
      );
      expect(await openBatches(catalogue)).toHaveLength(24);
      await sql(
        catalogue,
        `INSERT INTO pending_fetch (marketplace, asin, region, workspace_id)
     SELECT 'US', 'B0MANY' || n, 'na', gen_random_uuid() FROM generate_series(1, 10000) AS n`,
      );
      expect(await openBatches(catalogue)).toHaveLength(MAX_QUEUED);
      expect(await openBatches(catalogue, 'eu')).toEqual([]);
    });

    it('a small import of products that wait in a large one of a neighbour has its own turn', async () => {
      const many = asins('0BACK', 60);
      const last = many.toSorted().slice(-2);
      await importOf(catalogue, someone(), { asins: many, marketplace: US });
      await importOf(catalogue, someone(), { asins: last, marketplace: US });
      const [first = ''] = await openBatches(catalogue);
      const claim = await claimBatch(catalogue, first);
      expect(claim.asins).toEqual(expect.arrayContaining(last));
      expect(claim.asins).toHaveLength(20);
    });

    it('a product that moves into the import of a neighbour is the first one there: it has waited for longer', async () => {
      const many = asins('0ZBACK', 60);
      const moved = many.toSorted().at(-1)!;
      const neighbour = someone();
      await importOf(catalogue, someone(), { asins: many, marketplace: US });
      await importOf(catalogue, neighbour, { asins: [...asins('0FEW', 30), moved], marketplace: US });
      const [first] = await sql(
        catalogue,
        `SELECT asin FROM pending_fetch WHERE workspace_id = '${neighbour.workspaceId}' ORDER BY requested_at, asin`,
      );
      expect(first).toEqual({ asin: moved });
    });

    describe('of a product that waits in the longer backlog of a neighbour', () => {
      const waiting = 'B000001500';
      beforeEach(() =>
        sql(
          catalogue,
          `INSERT INTO pending_fetch (marketplace, asin, region, workspace_id)
         SELECT 'US', 'B' || lpad(n::text, 9, '0'), 'na', neighbour
         FROM generate_series(1, 1500) AS n, gen_random_uuid() AS neighbour`,
        ),
      );

      it('a full import has its own turn', async () => {
        const importer = someone();
        const list = [...asins('0NEW', 999), waiting];
        await importOf(catalogue, importer, { asins: list, marketplace: US });
        const own = await sql<{ asin: string }>(
          catalogue,
          `SELECT asin FROM pending_fetch WHERE workspace_id = '${importer.workspaceId}'`,
        );
        expect(own.map(({ asin }) => asin).toSorted()).toEqual(list.toSorted());
      });

      it('an import reads the beginning of that backlog by its index, also when nobody else waits', async () => {
        await sql(catalogue, 'ANALYZE pending_fetch');
        const read = await sql(
          catalogue,
          `WITH taken AS MATERIALIZED (SELECT take_over_fetches('US', gen_random_uuid(), '{${waiting}}'))
         SELECT seq_scan::int AS "wholeTables" FROM taken, pg_stat_xact_all_tables WHERE relname = 'pending_fetch'`,
        );
        expect(read).toEqual([{ wholeTables: 0 }]);
      });
    });

    it('a large import of products that wait in a small one of a neighbour leaves them their turn', async () => {
      const few = asins('0FEW', 2);
      const neighbour = someone();
      await importOf(catalogue, neighbour, { asins: few, marketplace: US });
      await importOf(catalogue, someone(), { asins: [...asins('0FEWER', 60), ...few], marketplace: US });
      const shares = await sql(
        catalogue,
        `SELECT asin FROM pending_fetch WHERE workspace_id = '${neighbour.workspaceId}' ORDER BY asin`,
      );
      expect(shares).toEqual(few.toSorted().map((asin) => ({ asin })));
    });

    it.each([500, 0])(
      'a call reads those that it takes, however many wait, by a plan of the time when %i more did',
      async (few) => {
        const actor = someone();
        await importOf(catalogue, actor, { asins: asins('0TAKE', 20), marketplace: US });
        await sql(
          catalogue,
          `INSERT INTO fair_share (marketplace, workspace_id, holder_id, region)
           SELECT 'US', idle, idle, 'na' FROM gen_random_uuid() AS idle`,
        );
        const add = (count: number): Promise<unknown> =>
          sql(
            catalogue,
            `INSERT INTO pending_fetch (marketplace, asin, region, workspace_id)
           SELECT 'US', 'B${count}X' || n, 'na', '${actor.workspaceId}' FROM generate_series(1, ${count}) AS n`,
          );
        await add(few);
        if (few === 0) await sql(catalogue, 'VACUUM (FULL, ANALYZE) pending_fetch');
        const [first = ''] = await openBatches(catalogue);
        const claim = (): Promise<unknown> => claimBatch(catalogue, first);
        const { systemUrl } = catalogue.servers.database;
        const plans = await plansOf(systemUrl, /enable_sort|AS holder|WITH picked/, claim, () => add(2000));
        const [lock, turn, taken] = plans.map(rowsRead);
        expect(lock).toBe(0);
        // Both shares twice, those that have changed more than once, and one product.
        expect(turn).toBeGreaterThanOrEqual(4);
        expect(turn).toBeLessThan(50);
        // Its products twice, because they are locked too; and the shares, those that have changed more than once.
        expect(taken).toBeGreaterThanOrEqual(40);
        expect(taken).toBeLessThan(100);
      },
    );

    /** Each account imports 60 products in each of its marketplaces; returns the marketplaces of so many calls. */
    const callsFor = async (accounts: readonly Marketplace[][], calls: number): Promise<Marketplace[]> => {
      for (const [n, marketplaces] of accounts.entries()) {
        const actor = someone();
        for (const marketplace of marketplaces)
          await importOf(catalogue, actor, { asins: asins(`0EU${n}`, 60), marketplace });
      }
      const made: Marketplace[] = [];
      for (const batch of (await openBatches(catalogue, 'eu')).slice(0, calls))
        made.push((await claimBatch(catalogue, batch)).marketplace);
      return made;
    };

    it('an account has as many calls as another that waits in more marketplaces', async () => {
      const others = MARKETPLACE_CODES.filter((code) => code !== 'DE' && MARKETPLACES[code].region === 'eu');
      const calls = await callsFor([others, ['DE']], 6);
      expect(calls.filter((code) => code === 'DE')).toHaveLength(3);
    });

    it('an account that has a part of the calls of others has calls in its other marketplaces too', async () => {
      expect(await callsFor([['DE', 'FR', 'IT'], ['DE'], ['FR']], 7)).toContain('IT');
    });

    it('a call has a product of the account whose turn it is, also when others were served there longer ago', async () => {
      await importOf(catalogue, someone(), { asins: ['B0OWNTURN1'], marketplace: US });
      await sql(catalogue, 'UPDATE fair_share SET served_at = now()');
      await sql(
        catalogue,
        `WITH other AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 20) AS n), share AS (
           INSERT INTO fair_share (marketplace, workspace_id, holder_id, region, turn_at)
           SELECT 'US', id, id, 'na', now() FROM other
         )
         INSERT INTO pending_fetch (marketplace, asin, region, workspace_id) SELECT 'US', 'B0OTHER' || n, 'na', id FROM other`,
      );
      const [first = ''] = await openBatches(catalogue);
      expect((await claimBatch(catalogue, first)).asins).toContain('B0OWNTURN1');
    });

    it('a call has as many products of one account as of another, however many workspaces it holds', async () => {
      const one = someone();
      const sisters = [1, 2].map(() => ({ ...someone(), holderId: one.workspaceId }));
      for (const [n, actor] of [one, ...sisters, someone()].entries())
        await importOf(catalogue, actor, { asins: asins(`0ACC${n}`, 20), marketplace: US });
      const [first = ''] = await openBatches(catalogue);
      const claim = await claimBatch(catalogue, first);
      const counts = [0, 1, 2, 3].map(
        (n) => claim.asins.filter((asin) => asin.startsWith(`B0ACC${n}`)).length,
      );
      expect(counts[3]).toBe(10);
      expect(counts.slice(0, 3).toSorted()).toEqual([3, 3, 4]);
    });
  });
