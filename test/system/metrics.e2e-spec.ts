// The metrics of the running system: each counts what really happened, and none delays a scrape.
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Client } from 'pg';
import {
  claimGeneration,
  claimFetchBatch,
  finishGeneration,
  GENERATION_QUEUE,
  importQueue,
  reportFetchBatch,
} from '#contracts';
import { Bus, BusConnection } from '#platform/messaging';
import { ProcessMetrics } from '#testing/processes';
import { Environment, type App, type Person } from '#testing/environment';
import type { BusUser } from '#testing/servers';
import { until } from '#testing/until';
import { answerTo } from './answer-to.ts';
import { monitoredMetrics } from './monitored-metrics.ts';

let environment: Environment;
let ann: Person;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  environment = await Environment.start();
  [ann] = await environment.addPeople('ann');
}, 120_000);

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await environment?.stop();
}, 60_000);

function metrics(app: App): Promise<ProcessMetrics> {
  return ProcessMetrics.read(environment.opsUrls[app] ?? '');
}

/** Waits until the metrics of a process are as expected; those of queue and outbox are up to 5 s old. */
function metricsOnce(app: App, holds: (metrics: ProcessMetrics) => boolean): Promise<ProcessMetrics> {
  const look = async (): Promise<ProcessMetrics | false> => {
    const seen = await metrics(app);
    return holds(seen) && seen;
  };
  return until(`${app} has these metrics: ${String(holds)}`, look, { withinMs: 15_000, everyMs: 100 });
}

async function signIn(password: string): Promise<number> {
  return (await answerTo(ann.api.createSession({ body: { email: ann.email, password } }))).status;
}

/** A client of the bus with the rights of a worker. */
async function busOf(user: BusUser): Promise<Bus> {
  const connection = await BusConnection.open(environment.servers.nats.variables(user), 'test');
  closing.push(() => connection.onApplicationShutdown());
  return new Bus(connection);
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
  const { username, password, hostname, port } = new URL(environment.servers.redis.url);
  const queue = new Queue(name, { connection: { username, password, host: hostname, port: Number(port) } });
  queue.on('error', () => undefined); // a test stops Redis
  closing.push(() => queue.disconnect());
  return queue;
}

describe('the metrics', () => {
  it('count each sign-in attempt by outcome', async () => {
    const before = await metrics('auth');
    expect([await signIn(ann.password), await signIn('wrong'), await signIn('wrong again')]).toEqual([
      201, 401, 401,
    ]);
    const after = await metrics('auth');
    const grown = (outcome: string): number =>
      (after.sum('auth_logins_total', { outcome }) ?? 0) -
      (before.sum('auth_logins_total', { outcome }) ?? 0);
    expect([grown('ok'), grown('InvalidCredentials')]).toEqual([1, 2]);
  });

  it('count each item of an import once, by marketplace and outcome', async () => {
    const asins = ['B0COUNT001', 'B0COUNT002', 'B0MISS0001', 'not an asin'];
    for (const marketplace of ['US', 'DE', 'US'] as const) {
      await ann.importProducts(asins, marketplace);
    }
    const seen = await metrics('catalogue');
    const items = (marketplace: string, outcome: string) =>
      seen.sum('import_items_total', { marketplace, outcome });
    expect([items('US', 'success'), items('US', 'NotFound'), items('US', 'InvalidAsin')]).toEqual([4, 2, 2]);
    expect([items('DE', 'success'), items('DE', 'NotFound'), items('DE', 'InvalidAsin')]).toEqual([2, 1, 1]);
    expect(seen.sum('import_items_total')).toBe(12);
  }, 30_000);

  it('count each ended generation with its duration, and each attempt of its job', async () => {
    const ends = [];
    for (const model of ['sandbox:echo', 'sandbox:refuses', 'offline:composer-1']) {
      const inputs = { product: { title: 'A lamp', bullets: ['Bright'] } };
      ends.push(
        (await ann.generate({ applicationId: 'product-title', environment: { model }, inputs })).status,
      );
    }
    const [owner, worker] = [await metrics('generations'), await metrics('generation-worker')];
    const count = (model: string, status: string): number | undefined =>
      owner.sum('generations_total', { model, status });
    expect(ends).toEqual(['SUCCESS', 'FAILED', 'SUCCESS']);
    expect(count('sandbox:echo', 'SUCCESS')).toBe(1);
    expect(count('sandbox:refuses', 'FAILED')).toBe(1);
    expect(owner.sum('generations_total', { code: 'ContentFiltered' })).toBe(1);
    expect(owner.sum('generation_duration_seconds_count', { status: 'SUCCESS' })).toBe(2);
    expect(count('offline:composer-1', 'SUCCESS')).toBe(1);
    expect(owner.sum('generations_total')).toBe(3);
    expect(owner.sum('generation_duration_seconds_count')).toBe(3);
    expect(owner.sum('generation_duration_seconds_sum')).toBeGreaterThan(0);
    for (const model of ['sandbox:echo', 'offline:composer-1'])
      expect(worker.sum('generation_time_to_first_token_seconds_count', { model })).toBeGreaterThanOrEqual(1);
    expect(worker.sum('job_attempts_total', { queue: GENERATION_QUEUE, outcome: 'done' })).toBe(3);
    expect(worker.sum('job_wait_seconds_count', { queue: GENERATION_QUEUE })).toBe(3);
    expect(worker.sum('job_wait_seconds_bucket', { queue: GENERATION_QUEUE, le: '5' })).toBe(3);
  }, 30_000);

  it('tell how full pools, places and the stream are, and how calls of others end', async () => {
    const seen = await metricsOnce('catalogue', (now) => (now.sum('event_stream_bytes') ?? 0) > 0);
    expect(seen.sum('event_stream_max_bytes', { stream: 'EVENTS' })).toBe(1_000_000_000);
    for (const role of ['app', 'system'])
      expect(seen.sum('database_pool_connections', { role })).toBeGreaterThan(0);
    expect([seen.sum('database_pool_waiting'), seen.sum('database_reads_pending')]).toEqual([0, 0]);
    const gateway = await metrics('gateway');
    const places = ['http_requests_in_flight', 'http_requests_in_flight_max'];
    expect(places.map((name) => gateway.sum(name))).toEqual([0, 200]);
    expect(gateway.sum('rate_limits_shared')).toBe(1);
    const calls = (await metrics('import-worker')).sum('marketplace_call_duration_seconds_count');
    expect(calls).toBeGreaterThan(0);
    const worker = await metrics('generation-worker');
    for (const gen_ai_token_type of ['input', 'output']) {
      const labels = { gen_ai_request_model: 'sandbox:echo', gen_ai_token_type };
      expect(worker.sum('gen_ai_client_token_usage_count', labels)).toBe(1);
      expect(worker.sum('gen_ai_client_token_usage_sum', labels)).toBeGreaterThan(0);
    }
  }, 20_000);

  it('include every metric that dashboards and alerts use', async () => {
    const asked = monitoredMetrics();
    const shown = await Promise.all(
      Object.values(environment.opsUrls).map((url) => ProcessMetrics.read(url)),
    );
    const known = new Set(shown.flatMap(({ names }) => names));
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
    for (const one of shown) expect(one.sum('build_info', { version: '1.0.0' })).toBe(1);
  });
});

describe('the metrics while no worker runs', () => {
  let jobs: Queue;
  beforeAll(async () => {
    await environment.processes['generation-worker'].stop();
    await environment.processes['import-worker'].stop();
    jobs = openQueue(GENERATION_QUEUE);
  }, 60_000);

  it('show the waiting jobs, the age of the oldest, and whether the queue is paused', async () => {
    const before = await metricsOnce(
      'generations',
      (now) => now.sum('queue_jobs', { state: 'prioritized' }) === 0,
    );
    expect(before.sum('queue_oldest_waiting_seconds')).toBe(0);
    expect(before.sum('queue_paused')).toBe(0);
    // The automatic one is older, but behind the manual one in the queue.
    await ann.api.createGeneration({ body: { applicationId: 'product-title' } });
    const posted = Date.now();
    await sleep(2000);
    await ann.api.createGeneration({ body: { applicationId: 'product-title', manual: true } });
    await jobs.pause();
    const after = await metricsOnce(
      'generations',
      (now) => now.sum('queue_jobs', { state: 'prioritized' }) === 2,
    );
    expect(after.sum('queue_jobs', { queue: GENERATION_QUEUE, state: 'active' })).toBe(0);
    const oldest = after.sum('queue_oldest_waiting_seconds', { queue: GENERATION_QUEUE });
    expect(oldest).toBeGreaterThan((Date.now() - posted) / 1000 - 1);
    expect(after.sum('queue_paused', { queue: GENERATION_QUEUE })).toBe(1);
    await jobs.resume();
    await metricsOnce('generations', (now) => now.sum('queue_paused') === 0);
    const queues = ['na', 'eu', 'fe'].map((region) => importQueue(region as 'na'));
    const catalogue = await metrics('catalogue');
    expect(queues.map((queue) => catalogue.sum('queue_jobs', { queue, state: 'waiting' }))).toEqual([
      0, 0, 0,
    ]);
  }, 40_000);

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
    const before = await metrics('generations');
    expect([await finish(1), await finish(2), await finish(2)]).toEqual([
      { accepted: false },
      { accepted: true },
      { accepted: true },
    ]);
    const after = await metrics('generations');
    expect([before.sum('late_result_fenced_total'), after.sum('late_result_fenced_total')]).toEqual([0, 1]);
    expect(after.sum('generations_total')).toBe((before.sum('generations_total') ?? 0) + 1);
  }, 20_000);

  it('count a late result of an import that was refused for its old epoch', async () => {
    await ann.api.importRetailerProducts({ body: { asins: ['B0LATE0001'] } });
    const [batch] = await sql<{ id: string }>('catalogue', 'SELECT id FROM fetch_batch');
    const batchId = batch?.id ?? '';
    const worker = await busOf('import-worker');
    expect(await worker.request(claimFetchBatch, { batchId, worker: 'first' })).toMatchObject({ epoch: 1 });
    await sql('catalogue', `UPDATE fetch_batch SET lease_until = now() - interval '1 s'`);
    expect(await worker.request(claimFetchBatch, { batchId, worker: 'second' })).toMatchObject({ epoch: 2 });
    const before = await metrics('catalogue');
    const outcomes = [{ asin: 'B0LATE0001', outcome: 'failed' as const, errorCode: 'NotFound' as const }];
    const late = await worker.request(reportFetchBatch, { batchId, epoch: 1, outcomes });
    const after = await metrics('catalogue');
    expect(late).toEqual({ accepted: false });
    expect([before.sum('late_result_fenced_total'), after.sum('late_result_fenced_total')]).toEqual([0, 1]);
    expect(after.sum('import_items_total')).toBe(before.sum('import_items_total'));
  }, 20_000);

  it('count a job that the queue lost and the reconciler dispatched again', async () => {
    const { data } = await ann.api.createGeneration({ body: { applicationId: 'product-title' } });
    await metricsOnce('generations', (now) => now.sum('outbox_pending', { kind: 'job' }) === 0);
    await jobs.obliterate();
    await sql('generations', `UPDATE generation SET lease_until = now() WHERE id = '${data.id}'`);
    await metricsOnce('generations', (now) => (now.sum('redispatched_jobs_total') ?? 0) > 0);
  }, 40_000);

  it('count how often the connection to the bus was made again', async () => {
    await environment.servers.nats.stop();
    await environment.servers.nats.restart();
    for (const app of ['auth', 'gateway', 'generations'] as const)
      await metricsOnce(app, (now) => now.sum('bus_reconnects_total') === 1);
  }, 40_000);

  it('show the growing outbox while Redis is down', async () => {
    const { redis } = environment.servers;
    const empty = await metricsOnce('generations', (now) => now.sum('outbox_pending', { kind: 'job' }) === 0);
    expect(empty.sum('outbox_oldest_seconds', { kind: 'job' })).toBe(0);
    await redis.stop();
    try {
      // Not by the client, which would repeat a refusal until Redis is back.
      expect((await ann.post('/generations', { applicationId: 'product-title' })).status).toBe(201);
      // The two are read at different moments: the queue may have been read before Redis stopped.
      const piled = await metricsOnce(
        'generations',
        (now) => (now.sum('outbox_oldest_seconds') ?? 0) > 2 && now.sum('queue_jobs') === undefined,
      );
      expect(piled.sum('outbox_pending', { kind: 'job' })).toBe(1);
      await metricsOnce('gateway', (now) => now.sum('rate_limits_shared') === 0);
    } finally {
      await redis.restart();
    }
    const sent = await metricsOnce('generations', (now) => now.sum('outbox_pending', { kind: 'job' }) === 0);
    expect(sent.sum('outbox_oldest_seconds', { kind: 'job' })).toBe(0);
    await metricsOnce('generations', (now) => now.sum('queue_jobs') !== undefined);
  }, 40_000);

  it('are answered in time while Redis is silent, without old values of its queues', async () => {
    const { redis } = environment.servers;
    await metricsOnce('generations', (now) => now.sum('queue_jobs') !== undefined);
    await redis.kill('SIGSTOP');
    try {
      await sleep(5500); // until the values that were read before have expired
      const started = performance.now();
      const seen = await metrics('generations');
      expect(performance.now() - started).toBeLessThan(1900);
      expect(seen.sum('queue_jobs')).toBeUndefined();
      expect(seen.sum('outbox_pending')).toBeDefined();
    } finally {
      await redis.kill('SIGCONT');
    }
    await metricsOnce('generations', (now) => now.sum('queue_jobs') !== undefined);
  }, 40_000);
});
