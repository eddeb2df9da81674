// Imports whose marketplace calls fail, whose workers or queue are lost, or whose deadline passes.
import { newId } from '#platform/context';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { claimFetchBatch, releaseFetchBatch, type FetchBatchLease, type FetchFailure } from '#contracts';
import { sized } from '#testing/size';
import { until } from '#testing/until';
import { MAX_FAILURES, MAX_UNAUTHORISED, QUEUED_SECONDS } from '../../src/fetching/fetch-retry.rules.ts';
import { ImportReconcilerService } from '../../src/operations/import-reconciler.service.ts';
import {
  asins,
  claimBatch,
  expireLeases,
  found,
  importOf,
  openBatches,
  report,
  someone,
  sql,
  stateOf,
  type Catalogue,
  withoutImports,
} from '../catalogue.ts';

export const fetchFailures = (shared: () => Catalogue): void =>
  describe('fetches that fail', () => {
    let catalogue: Catalogue;
    withoutImports(shared, (one) => (catalogue = one));

    const US = 'US' as const;
    const release = ({ batchId, epoch }: FetchBatchLease, failure: FetchFailure) =>
      catalogue.worker.request(releaseFetchBatch, { batchId, epoch, failure });

    describe('a marketplace call that failed', () => {
      it('is split after a rejection until only the bad product fails', async () => {
        const actor = someone();
        const list = asins('0HALF', 20);
        const { import: result } = await importOf(catalogue, actor, { asins: list, marketplace: US });
        let calls = 0;
        for (let [batch] = await openBatches(catalogue); batch; [batch] = await openBatches(catalogue)) {
          const lease = await claimBatch(catalogue, batch);
          calls += 1;
          if (lease.asins.includes(list[7] ?? '')) await release(lease, 'rejected');
          else await report(catalogue, lease, found(lease.asins));
        }
        expect(calls).toBeLessThanOrEqual(11);
        const state = await stateOf(catalogue, actor, result.id);
        expect(state).toMatchObject({ status: 'PARTIAL', failure: [list[7]] });
        expect(state.items[7]).toMatchObject({ errorCode: 'SourceRejected' });
      });

      it('is made five times in an outage, then five times for each half, then fails', async () => {
        const actor = someone();
        const { import: result } = await importOf(catalogue, actor, {
          asins: asins('0DOWN', 2),
          marketplace: US,
        });
        let calls = 0;
        for (let [batch] = await openBatches(catalogue); batch; [batch] = await openBatches(catalogue)) {
          await release(await claimBatch(catalogue, batch), 'unavailable');
          calls += 1;
        }
        expect(calls).toBe(15);
        const state = await stateOf(catalogue, actor, result.id);
        expect(state).toMatchObject({ status: 'FAILED', items: [{ errorCode: 'SourceUnavailable' }, {}] });
      });

      it('succeeds for a product that fails often, beside one that always fails', async () => {
        const actor = someone();
        const [dead = '', flaky = ''] = asins('0PAIR', 2);
        const { import: result } = await importOf(catalogue, actor, {
          asins: [dead, flaky],
          marketplace: US,
        });
        let failuresLeft = 4;
        for (let [batch] = await openBatches(catalogue); batch; [batch] = await openBatches(catalogue)) {
          const lease = await claimBatch(catalogue, batch);
          const isFlakyAlone = !lease.asins.includes(dead);
          if (isFlakyAlone && failuresLeft === 0) await report(catalogue, lease, found(lease.asins));
          else await release(lease, 'unavailable');
          if (isFlakyAlone) failuresLeft -= 1;
        }
        expect(await stateOf(catalogue, actor, result.id)).toMatchObject({
          status: 'PARTIAL',
          failure: [dead],
        });
      });

      it('is split like an outage when it keeps losing its workers, and its import ends', async () => {
        const actor = someone();
        const { import: result } = await importOf(catalogue, actor, {
          asins: asins('0KILL', 2),
          marketplace: US,
        });
        await openBatches(catalogue);
        for (let claims = 0; (await stateOf(catalogue, actor, result.id)).status === 'RUNNING'; claims += 1) {
          expect(claims).toBeLessThan(20);
          const batches = await sql<{ id: string }>(catalogue, 'SELECT id FROM fetch_batch');
          for (const { id } of batches) {
            await catalogue.worker.request(claimFetchBatch, { batchId: id, worker: `worker/${claims}` });
          }
          await expireLeases(catalogue);
        }
        expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'FAILED' });
      });

      it('is made again after a minute where we are not authorised, which takes nothing from its tries in an outage', async () => {
        const actor = someone();
        const { import: result } = await importOf(catalogue, actor, {
          asins: ['B0UNAUT001'],
          marketplace: US,
        });
        const fail = async (failure: FetchFailure): Promise<number | undefined> => {
          const [batch = ''] = await openBatches(catalogue);
          await release(await claimBatch(catalogue, batch), failure);
          const [row] = await sql<{ delay_s: number }>(
            catalogue,
            'SELECT extract(epoch FROM lease_until - now())::int AS delay_s FROM fetch_batch',
          );
          return row?.delay_s;
        };
        for (let n = 0; n < MAX_FAILURES; n += 1)
          expect(await fail('unauthorised')).toBeGreaterThan(QUEUED_SECONDS + 50);
        for (let n = 1; n < MAX_FAILURES; n += 1)
          expect(await fail('unavailable')).toBeLessThan(QUEUED_SECONDS + 10);
        const state = () => stateOf(catalogue, actor, result.id);
        let calls = 2 * MAX_FAILURES - 1;
        for (; (await state()).status === 'RUNNING'; calls += 1) await fail('unauthorised');
        expect(calls).toBe(MAX_UNAUTHORISED);
        expect((await state()).items).toMatchObject([{ errorCode: 'SourceUnavailable' }]);
      });

      it('is not counted when the marketplace throttled it', async () => {
        await importOf(catalogue, someone(), { asins: ['B0THROT001'], marketplace: US });
        const [batch = ''] = await openBatches(catalogue);
        for (let i = 0; i < 7; i += 1) await release(await claimBatch(catalogue, batch), 'throttled');
        expect(await openBatches(catalogue)).toEqual([batch]);
      });
    });

    /** Works with the queue of the region na. */
    async function withQueue(work: (queue: Queue) => Promise<unknown>): Promise<void> {
      const connection = new Redis(catalogue.servers.redis.url('catalogue'), { maxRetriesPerRequest: null });
      const queue = new Queue('imports-na', { connection });
      await work(queue);
      await queue.close();
      connection.disconnect();
    }

    /** Empties the queue, as if Redis had lost its data. */
    const emptyQueue = (): Promise<void> => withQueue((queue) => queue.drain(true));

    describe('the reconciler', () => {
      it('dispatches a batch again when its job is gone, and gives it more time while the job waits', async () => {
        await importOf(catalogue, someone(), { asins: ['B0RECON001'], marketplace: US });
        const [batch = ''] = await openBatches(catalogue);
        const dispatches = async () => {
          await expireLeases(catalogue);
          await catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();
          const [row] = await sql<{ dispatch: number }>(
            catalogue,
            'SELECT dispatch FROM fetch_batch WHERE id = $1',
            [batch],
          );
          return row?.dispatch;
        };
        await withQueue((queue) => until('the job is queued', () => queue.getJob(`fetch-${batch}-1`)));
        const isSent = async () => (await sql(catalogue, 'SELECT FROM outbox')).length === 0;
        await until('it has left the outbox', isSent);
        expect(await dispatches()).toBe(1);
        await emptyQueue();
        expect(await dispatches()).toBe(2);
      });

      // Several times as many as it looks up in the queue together (500).
      const DELAYED = sized(3000, 30_000);

      it(`finds a batch whose job is gone among ${DELAYED} whose calls are delayed, in one round`, async () => {
        const batches = await sql<{ id: string }>(
          catalogue,
          `INSERT INTO fetch_batch (id, region, lease_until)
       SELECT gen_random_uuid(), 'na', now() + interval '1 h' FROM generate_series(0, $1) RETURNING id`,
          [DELAYED],
        );
        const [lost = '', ...waiting] = batches.map(({ id }) => id);
        const delayed = (id: string) => ({ jobId: `fetch-${id}-1`, delay: 3_600_000 });
        const jobs = waiting.map((id) => ({ name: 'job', data: {}, opts: delayed(id) }));
        await withQueue(async (queue) => {
          for (let at = 0; at < jobs.length; at += 1000) await queue.addBulk(jobs.slice(at, at + 1000));
        });
        await sql(
          catalogue,
          `UPDATE fetch_batch SET lease_until = now() - (id <> $1)::int * interval '1 s'`,
          [lost],
        );
        await catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();
        // The process's own round may have taken a part of them, and may still be at it.
        const expired = 'SELECT 1 FROM fetch_batch WHERE lease_until < now()';
        await until('no lease is expired', async () => (await sql(catalogue, expired)).length === 0);
        const again = await sql(catalogue, 'SELECT id, dispatch FROM fetch_batch WHERE dispatch > 1');
        expect(again).toEqual([{ id: lost, dispatch: 2 }]);
        await emptyQueue();
      });

      it('does not dispatch a batch again whose job still stands in the outbox', async () => {
        await importOf(catalogue, someone(), { asins: asins('0UNSENT', 1), marketplace: US });
        const [batch] = await openBatches(catalogue);
        await sql(
          catalogue,
          `INSERT INTO outbox (kind, topic, dedup_key, payload, due_at) VALUES ('job', 'imports-na', $1, '{}', now() + interval '1 hour')`,
          [`fetch-${batch}-2`],
        );
        await sql(catalogue, 'UPDATE fetch_batch SET dispatch = 2');
        await expireLeases(catalogue);
        await catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();
        expect(await sql(catalogue, 'SELECT dispatch FROM fetch_batch')).toEqual([{ dispatch: 2 }]);
        await sql(catalogue, `DELETE FROM outbox WHERE due_at > now() + interval '30 minutes'`);
      });

      it('fails the items that are still importing at the deadline', async () => {
        const actor = someone();
        const { import: result } = await importOf(catalogue, actor, {
          asins: ['B0DEADL001'],
          marketplace: US,
        });
        await sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s'`);
        await catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();
        const state = await stateOf(catalogue, actor, result.id);
        expect(state).toMatchObject({ status: 'FAILED', items: [{ errorCode: 'DeadlineExceeded' }] });
      });

      it('ends as many imports at once as a transaction has time for, the others in the next round', async () => {
        await sql(
          catalogue,
          `WITH added AS (
             INSERT INTO import (id, workspace_id, account_id, marketplace, status, deadline_at, importing)
             SELECT id, id, id, 'US', 'RUNNING', now() - interval '1 s', 9000
             FROM unnest($1::uuid[]) AS id RETURNING id
           )
           INSERT INTO import_item (import_id, workspace_id, marketplace, asin, position, status)
           SELECT id, id, 'US', 'B' || n, n, 'importing' FROM added, generate_series(1, 9000) AS n`,
          [[newId(), newId(), newId()]],
        );
        const reconciler = catalogue.app.get(ImportReconcilerService, { strict: false });
        const running = (): Promise<unknown[]> =>
          sql(catalogue, `SELECT FROM import WHERE status = 'RUNNING'`);
        for (const left of [2, 1, 0]) {
          await reconciler.reconcile();
          expect(await running()).toHaveLength(left);
        }
      });

      it('stops fetching what only imports past their deadline waited for, and drops a late result of it', async () => {
        const late = someone();
        const other = someone();
        const list = asins('0STOP', 22);
        const [shared = ''] = list;
        const { import: result } = await importOf(catalogue, late, { asins: list, marketplace: US });
        const { import: kept } = await importOf(catalogue, other, { asins: [shared], marketplace: US });
        const lease = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
        expect(lease.asins).toContain(shared);
        await sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s' WHERE id = $1`, [
          result.id,
        ]);
        await catalogue.app.get(ImportReconcilerService, { strict: false }).reconcile();
        const pending = await sql<{ asin: string }>(catalogue, 'SELECT asin FROM pending_fetch');
        expect(pending).toEqual([{ asin: shared }]);
        const [dropped = ''] = lease.asins.filter((asin) => asin !== shared);
        const { import: again } = await importOf(catalogue, other, { asins: [dropped], marketplace: US });
        expect(await report(catalogue, lease, found(lease.asins))).toEqual({ accepted: true });
        expect(await stateOf(catalogue, other, kept.id)).toMatchObject({ status: 'COMPLETED' });
        expect(await stateOf(catalogue, other, again.id)).toMatchObject({ status: 'RUNNING' });
        expect(await sql(catalogue, 'SELECT asin FROM pending_fetch')).toEqual([{ asin: dropped }]);
        expect(await sql(catalogue, `SELECT 1 FROM product WHERE asin LIKE 'B0STOP%'`)).toHaveLength(1);
      });
    });
  });
