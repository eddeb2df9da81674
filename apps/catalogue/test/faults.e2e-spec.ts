// What becomes of imports when the marketplace, a worker, the queue or time fails them.
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { claimFetchBatch, releaseFetchBatch, reportFetchBatch, type FetchFailure } from '#contracts';
import { ImportReconcilerService } from '../src/operations/import-reconciler.service.ts';
import {
  asins,
  claimed,
  found,
  importOf,
  openTickets,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
}, 30_000);
afterAll(() => catalogue.close());
afterEach(() =>
  sql(catalogue, 'TRUNCATE import, import_item, import_fetch, import_turn, import_ticket CASCADE'),
);

const US = 'US' as const;
const report = (held: { batchId: string; epoch: number }, outcomes: ReturnType<typeof found>) =>
  catalogue.worker.request(reportFetchBatch, { batchId: held.batchId, epoch: held.epoch, outcomes });
const release = (held: { batchId: string; epoch: number }, failure: FetchFailure) =>
  catalogue.worker.request(releaseFetchBatch, { batchId: held.batchId, epoch: held.epoch, failure });

describe('a call that failed', () => {
  it('as a whole is repeated by halves until the one bad product stands alone', async () => {
    const actor = someone();
    const list = asins('0HALF', 20);
    const { import: result } = await importOf(catalogue, actor, { asins: list, marketplace: US });
    let calls = 0;
    for (let [ticket] = await openTickets(catalogue); ticket; [ticket] = await openTickets(catalogue)) {
      const held = await claimed(catalogue, ticket);
      calls += 1;
      if (held.asins.includes(list[7] ?? '')) await release(held, 'rejected');
      else await report(held, found(held.asins));
    }
    expect(calls).toBeLessThanOrEqual(11);
    const state = await stateOf(catalogue, actor, result.id);
    expect(state).toMatchObject({ status: 'PARTIAL', failure: [list[7]] });
    expect(state.items[7]).toMatchObject({ errorCode: 'SourceRejected' });
  });

  it('for want of a source is repeated five times, then by halves, then fails', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, {
      asins: asins('0DOWN', 2),
      marketplace: US,
    });
    let calls = 0;
    for (let [ticket] = await openTickets(catalogue); ticket; [ticket] = await openTickets(catalogue)) {
      await release(await claimed(catalogue, ticket), 'unavailable');
      calls += 1;
    }
    expect(calls).toBe(7);
    const state = await stateOf(catalogue, actor, result.id);
    expect(state).toMatchObject({ status: 'FAILED', items: [{ errorCode: 'SourceUnavailable' }, {}] });
  });

  it('because it kills its workers is split like an outage, and ends', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, {
      asins: asins('0KILL', 2),
      marketplace: US,
    });
    for (let claims = 0; (await stateOf(catalogue, actor, result.id)).status === 'RUNNING'; claims += 1) {
      expect(claims).toBeLessThan(20);
      const tickets = await sql<{ id: string }>(catalogue, 'SELECT id FROM import_ticket');
      for (const { id } of tickets) {
        await catalogue.worker.request(claimFetchBatch, { batchId: id, worker: `worker/${claims}` });
      }
      await sql(catalogue, `UPDATE import_ticket SET lease_until = now() - interval '1 s'`);
    }
    expect(await stateOf(catalogue, actor, result.id)).toMatchObject({ status: 'FAILED' });
  });

  it('for too many calls is not counted', async () => {
    await importOf(catalogue, someone(), { asins: ['B0THROT001'], marketplace: US });
    const [ticket = ''] = await openTickets(catalogue);
    for (let i = 0; i < 7; i += 1) await release(await claimed(catalogue, ticket), 'throttled');
    expect(await openTickets(catalogue)).toEqual([ticket]);
  });
});

/** What a Redis that lost its data looks like to us. */
async function emptyQueue(name: string): Promise<void> {
  const connection = new Redis(catalogue.servers.redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue(name, { connection });
  await queue.drain(true);
  await queue.close();
  connection.disconnect();
}

describe('the reconciler', () => {
  it('dispatches a ticket again whose job is gone, and gives a waiting one more time', async () => {
    await importOf(catalogue, someone(), { asins: ['B0RECON001'], marketplace: US });
    const [ticket = ''] = await openTickets(catalogue);
    const dispatches = async () => {
      await sql(catalogue, `UPDATE import_ticket SET lease_until = now() - interval '1 s'`);
      await catalogue.app.get(ImportReconcilerService, { strict: false }).round();
      const [row] = await sql<{ dispatch: number }>(
        catalogue,
        'SELECT dispatch FROM import_ticket WHERE id = $1',
        [ticket],
      );
      return row?.dispatch;
    };
    await new Promise((resolve) => setTimeout(resolve, 400)); // the relay has sent it
    expect(await dispatches()).toBe(1);
    await emptyQueue('imports-na');
    expect(await dispatches()).toBe(2);
  });

  it('fails what is still importing at the deadline', async () => {
    const actor = someone();
    const { import: result } = await importOf(catalogue, actor, { asins: ['B0DEADL001'], marketplace: US });
    await sql(catalogue, `UPDATE import SET deadline_at = now() - interval '1 s'`);
    await catalogue.app.get(ImportReconcilerService, { strict: false }).round();
    const state = await stateOf(catalogue, actor, result.id);
    expect(state).toMatchObject({ status: 'FAILED', items: [{ errorCode: 'DeadlineExceeded' }] });
  });
});
