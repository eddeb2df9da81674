// Calls that are repeated because they failed: they are turns like others, and products of a neighbour soon leave them.
import { cancelImport, releaseFetchBatch, type FetchBatchLease, type FetchFailure } from '#contracts';
import { MAX_UNAUTHORISED } from '../../src/fetching/fetch-retry.rules.ts';
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

export const repeatedCalls = (shared: () => Catalogue): void =>
  describe('calls that are repeated', () => {
    let catalogue: Catalogue;
    withoutImports(shared, (one) => (catalogue = one));

    const US = 'US' as const;
    const release = ({ batchId, epoch }: FetchBatchLease, failure: FetchFailure) =>
      catalogue.worker.request(releaseFetchBatch, { batchId, epoch, failure });
    const releaseAll = async (failure: FetchFailure): Promise<string[]> => {
      const batches = await openBatches(catalogue);
      for (const id of batches) await release(await claimBatch(catalogue, id), failure);
      return batches;
    };
    const isOf = (name: string) => (claimed: readonly string[]) =>
      claimed.every((asin) => asin.startsWith(`B0${name}`));

    /** Calls for the products of the batches, one after the other, until one is for those of a name; how many these were. */
    const callsUntil = async (name: string, batches: readonly string[]): Promise<number> => {
      for (const [made, id] of batches.entries())
        if (isOf(name)((await claimBatch(catalogue, id)).asins)) return made + 1;
      return Infinity;
    };

    /** Claims the batch of a new import of one product. */
    const claimOne = async (): Promise<{ lease: FetchBatchLease; cancel: () => Promise<unknown> }> => {
      const actor = someone();
      const { id } = (await importOf(catalogue, actor, { asins: ['B0HURT0001'], marketplace: US })).import;
      const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      return { lease, cancel: () => catalogue.gateway.request(cancelImport, { actor, id }) };
    };

    it('are none for products that nobody waits for any more, and others wait for no delay of theirs', async () => {
      const { lease, cancel } = await claimOne();
      await cancel();
      await release(lease, 'unauthorised');
      await importOf(catalogue, someone(), { asins: ['B0GOOD0001'], marketplace: US });
      const queued = await openBatches(catalogue);
      expect(queued).toHaveLength(1);
      expect(queued).not.toContain(lease.batchId);
    });

    it('leave the products of others all their tries when nobody waits any more for their own', async () => {
      const { lease, cancel } = await claimOne();
      await release(lease, 'unauthorised');
      await sql(
        catalogue,
        `UPDATE fetch_batch SET tries = ${MAX_UNAUTHORISED - 1}, failures = 1, lost_workers = 1`,
      );
      await cancel();
      await importOf(catalogue, someone(), { asins: asins('0GOOD', 20), marketplace: US });
      await release(await claimBatch(catalogue, lease.batchId), 'unauthorised');
      const counts = await sql(
        catalogue,
        `SELECT tries, failures, lost_workers AS "lostWorkers", count(asin)::int AS products
         FROM fetch_batch JOIN pending_fetch ON batch_id = id GROUP BY id`,
      );
      expect(counts).toEqual([{ tries: 1, failures: 0, lostWorkers: 0, products: 20 }]);
    });

    it('leave some to another account that waits, and are made themselves', async () => {
      await importOf(catalogue, someone(), { asins: asins('0HURT', 600), marketplace: US });
      const repeated = await releaseAll('unauthorised');
      expect(repeated).toHaveLength(30);
      await importOf(catalogue, someone(), { asins: asins('0GOOD', 900), marketplace: US });
      const made: string[][] = [];
      for (const id of repeated) made.push((await claimBatch(catalogue, id)).asins);
      const good = made.filter(isOf('GOOD'));
      expect(good.length + made.filter(isOf('HURT')).length).toBe(30);
      // A third, by chance: each second one that comes after one of the same account. Less or more are one in 100,000.
      expect(good.length).toBeGreaterThan(2);
      expect(good.length).toBeLessThan(16);
    });

    it('are made as often, with the same products, when they have been left to another account', async () => {
      await importOf(catalogue, someone(), { asins: asins('0HURT', 400), marketplace: US });
      const repeated = await releaseAll('unavailable');
      await importOf(catalogue, someone(), { asins: ['B0GOOD0001'], marketplace: US });
      expect(await callsUntil('GOOD', repeated)).toBeLessThanOrEqual(20); // more are one in a million
      const batches = await sql<Record<'tries' | 'failures' | 'products', number>>(
        catalogue,
        `SELECT tries, failures, worker IS NULL AS "isQueued", count(asin)::int AS products
         FROM fetch_batch JOIN pending_fetch ON batch_id = fetch_batch.id GROUP BY fetch_batch.id`,
      );
      expect(batches).toContainEqual({ tries: 0, failures: 0, isQueued: false, products: 1 });
      const others = batches.filter(({ products }) => products !== 1);
      expect(others).toHaveLength(20);
      for (const other of others) expect(other).toMatchObject({ tries: 1, failures: 1, products: 20 });
    });

    it('keep their turn when no call was made', async () => {
      await importOf(catalogue, someone(), { asins: asins('0HURT', 200), marketplace: US });
      const batches = await releaseAll('throttled');
      await importOf(catalogue, someone(), { asins: ['B0GOOD0001'], marketplace: US });
      expect(await callsUntil('GOOD', batches)).toBe(Infinity);
    });

    it('have the products of another account at the next claim when the first one ended between the two', async () => {
      await importOf(catalogue, someone(), { asins: ['B0GOOD0001'], marketplace: US });
      const [first = ''] = await openBatches(catalogue);
      await sql(
        catalogue,
        `UPDATE fetch_batch SET worker = 'worker/1', epoch = 7, lease_until = now() + interval '1 minute' WHERE id = $1`,
        [first],
      );
      const taken = { epoch: 7, asins: ['B0GOOD0001'] };
      expect(await claimBatch(catalogue, first)).toMatchObject(taken);
      expect(await claimBatch(catalogue, first)).toMatchObject(taken);
      await expect(claimBatch(catalogue, first, 'worker/2')).rejects.toThrow('busy');
    });

    it.each(['rejected', 'unavailable'] as const)(
      'have no product of a neighbour after one was %s',
      async (failure) => {
        await importOf(catalogue, someone(), { asins: asins('0HURT', 19), marketplace: US });
        await importOf(catalogue, someone(), { asins: ['B0GOOD0001'], marketplace: US });
        await releaseAll(failure);
        const halves = await sql<{ asins: string[] }>(
          catalogue,
          'SELECT array_agg(asin ORDER BY asin) AS asins FROM pending_fetch GROUP BY batch_id',
        );
        expect(halves.map(({ asins: half }) => half.length).toSorted()).toEqual([1, 19]);
        expect(halves.map(({ asins: half }) => half)).toContainEqual(['B0GOOD0001']);
      },
    );
  });
