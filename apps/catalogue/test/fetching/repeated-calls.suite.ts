// Calls that are repeated because they failed: they are turns like others, and products of a neighbour soon leave them.
import { releaseFetchBatch, type FetchFailure } from '#contracts';
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
    const releaseAll = async (failure: FetchFailure): Promise<string[]> => {
      const batches = await openBatches(catalogue);
      for (const id of batches) {
        const { batchId, epoch } = await claimBatch(catalogue, id);
        await catalogue.worker.request(releaseFetchBatch, { batchId, epoch, failure });
      }
      return batches;
    };
    const isOf = (name: string) => (claimed: readonly string[]) =>
      claimed.every((asin) => asin.startsWith(`B0${name}`));

    it('leave every second one to another account, whose products wait behind them', async () => {
      await importOf(catalogue, someone(), { asins: asins('0HURT', 120), marketplace: US });
      const repeated = await releaseAll('unauthorised');
      expect(repeated).toHaveLength(6);
      await importOf(catalogue, someone(), { asins: asins('0GOOD', 60), marketplace: US });
      const made: string[][] = [];
      for (const id of repeated) made.push((await claimBatch(catalogue, id)).asins);
      expect(made.map(isOf('GOOD'))).toEqual([true, false, true, false, true, false]);
      expect(made.map(isOf('HURT'))).toEqual([false, true, false, true, false, true]);
    });

    it('are made as often, with the same products, when they have waited for another account', async () => {
      const list = asins('0HURT', 20);
      await importOf(catalogue, someone(), { asins: list, marketplace: US });
      const [first = ''] = await releaseAll('unavailable');
      await importOf(catalogue, someone(), { asins: ['B0GOOD0001'], marketplace: US });
      expect((await claimBatch(catalogue, first)).asins).toEqual(['B0GOOD0001']);
      const batches = await sql(
        catalogue,
        `SELECT failures, dispatch, count(asin)::int AS products FROM fetch_batch LEFT JOIN pending_fetch ON batch_id = fetch_batch.id
         GROUP BY fetch_batch.id ORDER BY products`,
      );
      expect(batches).toEqual([
        { failures: 0, dispatch: 1, products: 0 }, // was queued for the one product
        { failures: 0, dispatch: 2, products: 1 },
        { failures: 1, dispatch: 2, products: 20 },
      ]);
      const [, later = ''] = await openBatches(catalogue);
      expect((await claimBatch(catalogue, later)).asins).toEqual(list.toSorted());
    });

    it('soon have no product of another account than the one whose products fail', async () => {
      await importOf(catalogue, someone(), { asins: asins('0HURT', 19), marketplace: US });
      await importOf(catalogue, someone(), { asins: ['B0GOOD0001'], marketplace: US });
      await releaseAll('rejected');
      const halves = await sql<{ asins: string[] }>(
        catalogue,
        'SELECT array_agg(asin ORDER BY asin) AS asins FROM pending_fetch GROUP BY batch_id',
      );
      expect(halves.map(({ asins: half }) => half.length).toSorted()).toEqual([1, 19]);
      expect(halves.map(({ asins: half }) => half)).toContainEqual(['B0GOOD0001']);
    });
  });
