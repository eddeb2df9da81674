// The figures of the running system: each one from what really happened, and none that holds up a scrape.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Client } from 'pg';
import { parse } from 'yaml';
import {
  claimGeneration,
  claimFetchBatch,
  finishGeneration,
  GENERATION_QUEUE,
  importQueue,
  reportFetchBatch,
  type Generation,
  type ImportResult,
} from '#contracts';
import { Bus, BusConnection } from '#platform/messaging';
import { Figures } from '#testing/figures';
import type { App } from '#testing/apps';
import type { BusUser } from '#testing/nats';
import { metricsIn } from '../../k8s/validate/promql.ts';
import { importEnd, startSystem, written, type Person, type System } from './system.ts';

let system: System;
let ann: Person;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  system = await startSystem();
  ann = await system.person('ann');
}, 120_000);

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await system.close();
}, 60_000);

function figures(app: App): Promise<Figures> {
  return Figures.of(system.stack.opsUrls[app] ?? '');
}

/** Waits until the figures of a process are so; figures of queue and outbox are up to 5 s old. */
async function until(app: App, holds: (figures: Figures) => boolean): Promise<Figures> {
  for (const giveUp = Date.now() + 15_000; ; await sleep(100)) {
    const seen = await figures(app);
    if (holds(seen)) return seen;
    if (Date.now() > giveUp) throw new Error(`It did not come about:\n${seen.text}`);
  }
}

async function signIn(password: string): Promise<number> {
  const url = `${system.stack.coreUrl}/accounts/sessions/email`;
  return (await system.api.call('POST', url, { body: { email: ann.email, password } })).status;
}

/** Somebody else on the bus, with a worker's rights. */
async function busOf(user: BusUser): Promise<Bus> {
  const connection = await BusConnection.open(system.stack.servers.nats.variables(user), 'test');
  closing.push(() => connection.onApplicationShutdown());
  return new Bus(connection);
}

async function sql<R>(owner: 'catalogue' | 'generations', text: string): Promise<R[]> {
  const client = new Client(system.stack.servers.postgres.superuserUrl(owner));
  await client.connect();
  try {
    return (await client.query(text)).rows as R[];
  } finally {
    await client.end();
  }
}

function openQueue(name: string): Queue {
  const { username, password, hostname, port } = new URL(system.stack.servers.redis.url);
  const queue = new Queue(name, { connection: { username, password, host: hostname, port: Number(port) } });
  queue.on('error', () => undefined); // it is stopped below
  closing.push(() => queue.disconnect());
  return queue;
}

describe('what is counted', () => {
  it('is each attempt to sign in, by outcome', async () => {
    const before = await figures('auth');
    expect([await signIn(ann.password), await signIn('wrong'), await signIn('wrong again')]).toEqual([
      201, 401, 401,
    ]);
    const after = await figures('auth');
    const grown = (outcome: string): number =>
      (after.sum('auth_logins_total', { outcome }) ?? 0) -
      (before.sum('auth_logins_total', { outcome }) ?? 0);
    expect([grown('ok'), grown('InvalidCredentials')]).toEqual([1, 2]);
  });

  it('is each item of an import, once, by marketplace and outcome', async () => {
    const asins = ['B0COUNT001', 'B0COUNT002', 'B0MISS0001', 'not an asin'];
    for (const marketplace of ['US', 'DE', 'US']) {
      const answer = await system.post<ImportResult>(ann, '/products/import/retailer', {
        asins,
        marketplace,
      });
      await importEnd(system, ann, answer.body.id);
    }
    const seen = await figures('catalogue');
    const items = (marketplace: string, outcome: string) =>
      seen.sum('import_items_total', { marketplace, outcome });
    expect([items('US', 'success'), items('US', 'NotFound'), items('US', 'InvalidAsin')]).toEqual([4, 2, 2]);
    expect([items('DE', 'success'), items('DE', 'NotFound'), items('DE', 'InvalidAsin')]).toEqual([2, 1, 1]);
    expect(seen.sum('import_items_total')).toBe(12);
  }, 30_000);

  it('is each generation that ended, with the time it took, and each try of its job', async () => {
    const ends = [];
    for (const model of ['sandbox:echo', 'sandbox:refuses', 'offline:composer-1']) {
      const inputs = { product: { title: 'A lamp', bullets: ['Bright'] } };
      ends.push(
        (await written(system, ann, { applicationId: 'product-title', environment: { model }, inputs }))
          .status,
      );
    }
    const [owner, worker] = [await figures('generations'), await figures('generation-worker')];
    const count = (model: string, status: string): number | undefined =>
      owner.sum('generations_total', { model, status });
    expect(ends).toEqual(['SUCCESS', 'FAILED', 'SUCCESS']);
    expect(count('sandbox:echo', 'SUCCESS')).toBe(1);
    expect(count('sandbox:refuses', 'FAILED')).toBe(1);
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

  it('has names for all that dashboards and alerts ask for', async () => {
    const monitoring = new URL('../../k8s/components/monitoring/', import.meta.url);
    const read = (name: string): string => readFileSync(new URL(name, monitoring), 'utf8');
    const rules = parse(read('alerts.yaml')) as { spec: { groups: { rules: { expr: string }[] }[] } };
    const boards = ['api', 'queues'].map(
      (name) => JSON.parse(read(`dashboards/${name}.json`)) as { panels: { targets: { expr: string }[] }[] },
    );
    const expressions = [
      ...rules.spec.groups.flatMap((group) => group.rules),
      ...boards.flatMap(({ panels }) => panels.flatMap((panel) => panel.targets)),
    ].map(({ expr }) => metricsIn(expr));
    const asked = new Set(expressions.flat().map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    const shown = await Promise.all(Object.values(system.stack.opsUrls).map((url) => Figures.of(url)));
    const known = new Set([...shown.flatMap(({ names }) => names), 'up']);
    expect(asked.size).toBeGreaterThan(5);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    for (const one of shown) expect(one.sum('build_info', { version: '1.0.0' })).toBe(1);
  });
});

describe('with the workers gone', () => {
  let jobs: Queue;
  beforeAll(async () => {
    await system.stack.processes['generation-worker'].stop();
    await system.stack.processes['import-worker'].stop();
    jobs = openQueue(GENERATION_QUEUE);
  }, 60_000);

  it('shows what waits, how long the oldest has, and whether the queue is paused', async () => {
    const before = await until('generations', (now) => now.sum('queue_jobs', { state: 'prioritized' }) === 0);
    expect(before.sum('queue_oldest_waiting_seconds')).toBe(0);
    expect(before.sum('queue_paused')).toBe(0);
    // The automatic one is older and yet behind in the queue.
    await system.post(ann, '/generations', { applicationId: 'product-title' });
    const posted = Date.now();
    await sleep(2000);
    await system.post(ann, '/generations', { applicationId: 'product-title', manual: true });
    await jobs.pause();
    const after = await until('generations', (now) => now.sum('queue_jobs', { state: 'prioritized' }) === 2);
    expect(after.sum('queue_jobs', { queue: GENERATION_QUEUE, state: 'active' })).toBe(0);
    const oldest = after.sum('queue_oldest_waiting_seconds', { queue: GENERATION_QUEUE });
    expect(oldest).toBeGreaterThan((Date.now() - posted) / 1000 - 1);
    expect(after.sum('queue_paused', { queue: GENERATION_QUEUE })).toBe(1);
    await jobs.resume();
    await until('generations', (now) => now.sum('queue_paused') === 0);
    const queues = ['na', 'eu', 'fe'].map((region) => importQueue(region as 'na'));
    const catalogue = await figures('catalogue');
    expect(queues.map((queue) => catalogue.sum('queue_jobs', { queue, state: 'waiting' }))).toEqual([
      0, 0, 0,
    ]);
  }, 40_000);

  it('counts a generation’s late result that the fence refused', async () => {
    const { body } = await system.post<Generation>(ann, '/generations', { applicationId: 'product-title' });
    const worker = await busOf('generation-worker');
    const claim = (name: string) => worker.request(claimGeneration, { generationId: body.id, worker: name });
    const finish = (epoch: number) =>
      worker.request(finishGeneration, {
        generationId: body.id,
        epoch,
        outcome: { status: 'FAILED', errorCode: 'ModelTimeout' },
      });
    expect(await claim('first')).toMatchObject({ state: 'claimed', epoch: 1 });
    await sql(
      'generations',
      `UPDATE generation SET lease_until = now() - interval '1 s' WHERE id = '${body.id}'`,
    );
    expect(await claim('second')).toMatchObject({ state: 'claimed', epoch: 2 });
    const before = await figures('generations');
    expect([await finish(1), await finish(2), await finish(2)]).toEqual([
      { accepted: false },
      { accepted: true },
      { accepted: true },
    ]);
    const after = await figures('generations');
    expect([before.sum('late_result_fenced_total'), after.sum('late_result_fenced_total')]).toEqual([0, 1]);
    expect(after.sum('generations_total')).toBe((before.sum('generations_total') ?? 0) + 1);
  }, 20_000);

  it('counts an import’s late result that the fence refused', async () => {
    await system.post(ann, '/products/import/retailer', { asins: ['B0LATE0001'] });
    const [batch] = await sql<{ id: string }>('catalogue', 'SELECT id FROM fetch_batch');
    const batchId = batch?.id ?? '';
    const worker = await busOf('import-worker');
    expect(await worker.request(claimFetchBatch, { batchId, worker: 'first' })).toMatchObject({ epoch: 1 });
    await sql('catalogue', `UPDATE fetch_batch SET lease_until = now() - interval '1 s'`);
    expect(await worker.request(claimFetchBatch, { batchId, worker: 'second' })).toMatchObject({ epoch: 2 });
    const before = await figures('catalogue');
    const outcomes = [{ asin: 'B0LATE0001', outcome: 'failed' as const, errorCode: 'NotFound' as const }];
    const late = await worker.request(reportFetchBatch, { batchId, epoch: 1, outcomes });
    const after = await figures('catalogue');
    expect(late).toEqual({ accepted: false });
    expect([before.sum('late_result_fenced_total'), after.sum('late_result_fenced_total')]).toEqual([0, 1]);
    expect(after.sum('import_items_total')).toBe(before.sum('import_items_total'));
  }, 20_000);

  it('shows what piles up in the outbox while Redis is away, and answers at once', async () => {
    const { redis } = system.stack.servers;
    const empty = await until('generations', (now) => now.sum('outbox_pending', { kind: 'job' }) === 0);
    expect(empty.sum('outbox_oldest_seconds', { kind: 'job' })).toBe(0);
    await redis.stop();
    await system.post(ann, '/generations', { applicationId: 'product-title' });
    // Each of the two was read at its own moment, and that of the queue may have been before Redis went.
    const piled = await until(
      'generations',
      (now) => (now.sum('outbox_oldest_seconds') ?? 0) > 2 && now.sum('queue_jobs') === undefined,
    );
    expect(piled.sum('outbox_pending', { kind: 'job' })).toBe(1);
    await redis.restart();
    const sent = await until('generations', (now) => now.sum('outbox_pending', { kind: 'job' }) === 0);
    expect(sent.sum('outbox_oldest_seconds', { kind: 'job' })).toBe(0);
    await until('generations', (now) => now.sum('queue_jobs') !== undefined);
  }, 40_000);

  it('is not held up by a Redis that says nothing, and shows no old figures of it', async () => {
    const { redis } = system.stack.servers;
    await until('generations', (now) => now.sum('queue_jobs') !== undefined);
    await redis.kill('SIGSTOP');
    try {
      await sleep(5500); // until what was read before is no longer fresh
      const started = performance.now();
      const seen = await figures('generations');
      expect(performance.now() - started).toBeLessThan(1900);
      expect(seen.sum('queue_jobs')).toBeUndefined();
      expect(seen.sum('outbox_pending')).toBeDefined();
    } finally {
      await redis.kill('SIGCONT');
    }
    await until('generations', (now) => now.sum('queue_jobs') !== undefined);
  }, 40_000);
});
