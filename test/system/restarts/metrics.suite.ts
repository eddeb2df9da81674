// The metrics while no worker runs: what waits and how old it is, what was refused, and what is away.
import { Queue } from 'bullmq';
import { Client } from 'pg';
import {
  claimFetchBatch,
  claimGeneration,
  finishGeneration,
  GENERATION_QUEUE,
  importQueue,
  reportFetchBatch,
} from '#contracts';
import { type Bus, BusConnection } from '#platform/messaging';
import type { Environment, Person } from '#testing/environment';
import type { ProcessMetrics } from '#testing/processes';
import type { BusUser } from '#testing/servers';
import { PatientBus } from '#testing/messaging';
import { until } from '#testing/until';
import { growth, MetricsReader } from '../helpers/metrics-reader.ts';
import { settled } from '../helpers/settled.ts';
import type { RestartsStack } from './restarts-stack.ts';

export const metricsWithoutWorkers = (stack: RestartsStack): void =>
  describe('metrics without workers', () => {
    let environment: Environment;
    let metrics: MetricsReader;
    let ann: Person;
    let jobs: Queue;
    const closing: (() => Promise<unknown>)[] = [];

    beforeAll(async () => {
      ({ environment } = stack);
      metrics = new MetricsReader(environment);
      await settled(environment);
      [ann] = await environment.addPeople('ann');
      for (const app of ['generation-worker', 'import-worker'] as const) {
        await environment.processes[app].stop();
        closing.push(() => environment.processes[app].restart());
      }
      jobs = openQueue(GENERATION_QUEUE);
    });
    afterAll(async () => {
      for (const close of closing.reverse()) await close();
    });

    /** A client of the bus with the rights of a worker. */
    async function busOf(user: BusUser): Promise<Bus> {
      const connection = await BusConnection.open(environment.servers.nats.variables(user), 'test');
      closing.push(() => connection.onApplicationShutdown());
      return new PatientBus(connection);
    }

    async function sql<R>(owner: 'catalogue' | 'generations', text: string): Promise<R[]> {
      const client = new Client(environment.servers.postgres.superuserUrl(owner));
      await client.connect();
      try {
        return (await client.query(text)).rows as R[];
      } finally {
        await client.end();
      }
    }

    function openQueue(name: string): Queue {
      const { username, password, hostname, port } = new URL(environment.servers.redis.url('generations'));
      const queue = new Queue(name, {
        connection: { username, password, host: hostname, port: Number(port) },
      });
      queue.on('error', () => undefined); // a test stops Redis
      closing.push(() => queue.disconnect());
      return queue;
    }

    it('show the waiting jobs, the age of the oldest, and whether the queue is paused', async () => {
      const before = await metrics.once(
        'generations',
        (now) => now.sum('queue_jobs', { state: 'prioritized' }) === 0,
      );
      expect(before.sum('queue_oldest_waiting_seconds')).toBe(0);
      expect(before.sum('queue_paused')).toBe(0);
      // The automatic one is older, but behind the manual one in the queue.
      await ann.api.createGeneration({ body: { applicationId: 'product-title' } });
      const posted = Date.now();
      const oldest = (now: ProcessMetrics): number =>
        now.sum('queue_oldest_waiting_seconds', { queue: GENERATION_QUEUE }) ?? 0;
      await metrics.once('generations', (now) => oldest(now) > 2);
      await ann.api.createGeneration({ body: { applicationId: 'product-title', manual: true } });
      await jobs.pause();
      const prioritized = (now: ProcessMetrics) => now.sum('queue_jobs', { state: 'prioritized' });
      await metrics.once('generations', (now) => prioritized(now) === 2);
      const asked = Date.now();
      const after = await metrics.of('generations');
      expect(after.sum('queue_jobs', { queue: GENERATION_QUEUE, state: 'active' })).toBe(0);
      expect(oldest(after)).toBeGreaterThan((asked - posted) / 1000 - 1);
      expect(after.sum('queue_paused', { queue: GENERATION_QUEUE })).toBe(1);
      await jobs.resume();
      await metrics.once('generations', (now) => now.sum('queue_paused') === 0);
      const queues = ['na', 'eu', 'fe'].map((region) => importQueue(region as 'na'));
      const catalogue = await metrics.of('catalogue');
      expect(queues.map((queue) => catalogue.sum('queue_jobs', { queue, state: 'waiting' }))).toEqual([
        0, 0, 0,
      ]);
    });

    it('count a late result of a generation that was refused for its old epoch', async () => {
      const { data } = await ann.api.createGeneration({ body: { applicationId: 'product-title' } });
      const generationId = data.id;
      const worker = await busOf('generation-worker');
      const claim = (name: string) => worker.request(claimGeneration, { generationId, worker: name });
      const finish = (epoch: number) =>
        worker.request(finishGeneration, {
          generationId,
          epoch,
          outcome: { status: 'FAILED', errorCode: 'ModelTimeout' },
        });
      expect(await claim('first')).toMatchObject({ state: 'claimed', epoch: 1 });
      await sql(
        'generations',
        `UPDATE generation SET lease_until = now() - interval '1 s' WHERE id = '${generationId}'`,
      );
      expect(await claim('second')).toMatchObject({ state: 'claimed', epoch: 2 });
      const before = await metrics.of('generations');
      expect([await finish(1), await finish(2), await finish(2)]).toEqual([
        { accepted: false },
        { accepted: true },
        { accepted: true },
      ]);
      const after = await metrics.of('generations');
      expect(growth(before, after)('late_result_fenced_total')).toBe(1);
      expect(after.sum('generations_total')).toBe((before.sum('generations_total') ?? 0) + 1);
    });

    it('count a late result of an import that was refused for its old epoch', async () => {
      await ann.api.importRetailerProducts({ body: { asins: ['B0LATE0001'] } });
      const batchId = await until('a batch waits', async () => {
        const query = 'SELECT id FROM fetch_batch WHERE worker IS NULL';
        return (await sql<{ id: string }>('catalogue', query))[0]?.id;
      });
      const worker = await busOf('import-worker');
      expect(await worker.request(claimFetchBatch, { batchId, worker: 'first' })).toMatchObject({
        epoch: 1,
      });
      await sql('catalogue', `UPDATE fetch_batch SET lease_until = now() - interval '1 s'`);
      expect(await worker.request(claimFetchBatch, { batchId, worker: 'second' })).toMatchObject({
        epoch: 2,
      });
      const before = await metrics.of('catalogue');
      const outcomes = [{ asin: 'B0LATE0001', outcome: 'failed' as const, errorCode: 'NotFound' as const }];
      const late = await worker.request(reportFetchBatch, { batchId, epoch: 1, outcomes });
      const after = await metrics.of('catalogue');
      expect(late).toEqual({ accepted: false });
      expect(growth(before, after)('late_result_fenced_total')).toBe(1);
      expect(after.sum('import_items_total')).toBe(before.sum('import_items_total'));
    });

    it('count a job that the queue lost and the reconciler dispatched again', async () => {
      const { data } = await ann.api.createGeneration({ body: { applicationId: 'product-title' } });
      await metrics.once('generations', (now) => now.sum('outbox_pending', { kind: 'job' }) === 0);
      const before = await metrics.of('generations');
      await jobs.obliterate();
      await sql('generations', `UPDATE generation SET lease_until = now() WHERE id = '${data.id}'`);
      await metrics.once('generations', (now) => growth(before, now)('redispatched_jobs_total') > 0);
    });

    it('count how often the connection to the bus was made again', async () => {
      const apps = ['auth', 'gateway', 'generations'] as const;
      const before = await Promise.all(apps.map((app) => metrics.of(app)));
      await environment.servers.nats.stop();
      await environment.servers.nats.restart();
      for (const [n, app] of apps.entries())
        await metrics.once(app, (now) => growth(before[n]!, now)('bus_reconnects_total') === 1);
    });

    it('show the growing outbox while Redis is down', async () => {
      const { redis } = environment.servers;
      const empty = await metrics.once(
        'generations',
        (now) => now.sum('outbox_pending', { kind: 'job' }) === 0,
      );
      expect(empty.sum('outbox_oldest_seconds', { kind: 'job' })).toBe(0);
      await redis.stop();
      try {
        // Not by the client, which would repeat a refusal until Redis is back.
        expect((await ann.post('/generations', { applicationId: 'product-title' })).status).toBe(201);
        // The two are read at different moments: the queue may have been read before Redis stopped.
        const piled = await metrics.once(
          'generations',
          (now) => (now.sum('outbox_oldest_seconds') ?? 0) > 2 && now.sum('queue_jobs') === undefined,
        );
        expect(piled.sum('outbox_pending', { kind: 'job' })).toBe(1);
        await metrics.once('gateway', (now) => now.sum('rate_limits_shared') === 0);
      } finally {
        await redis.restart();
      }
      const sent = await metrics.once(
        'generations',
        (now) => now.sum('outbox_pending', { kind: 'job' }) === 0,
      );
      expect(sent.sum('outbox_oldest_seconds', { kind: 'job' })).toBe(0);
      await metrics.once('generations', (now) => now.sum('queue_jobs') !== undefined);
    });

    it('are answered while Redis is silent, without old values of its queues', async () => {
      const { redis } = environment.servers;
      await metrics.once('generations', (now) => now.sum('queue_jobs') !== undefined);
      await redis.kill('SIGSTOP');
      try {
        const seen = await metrics.once('generations', (now) => now.sum('queue_jobs') === undefined);
        expect(seen.sum('outbox_pending')).toBeDefined();
      } finally {
        await redis.kill('SIGCONT');
      }
      await metrics.once('generations', (now) => now.sum('queue_jobs') !== undefined);
    });
  });
