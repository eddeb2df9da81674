// Tests workers on a real queue: when one counts as stuck, and how one treats jobs of an unknown version.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { Queue, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { job, type JobDefinition } from '#contracts';
import { openWorker } from '#platform/boot';
import { processConfig, workerConfig } from '#platform/config';
import { Health, openOpsPort } from '#platform/observability';
import { done, JobsModule, OnJob, Queues, type JobOutcome } from '#platform/jobs';
import { FaultProxy } from '#testing/neighbours';
import { freePort, loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import { until } from '#testing/until';

/** The worker is checked six times in this time, and counts as stuck after one more check; in milliseconds. */
const STUCK_MS = 600;

let dir: string;
let redis: RedisServer;
let port: number;
let queues: Queues;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  dir = await temporaryFolder('jobs');
  port = await freePort();
  redis = await startRedis({ dir, port, secrets: await loadSecrets(dir), testingUser: true });
  queues = new Queues(redis.url('testing'), 'test', new Health());
  await until('the queues are connected', () => succeeds(queues.isPending('connected', 'nothing')));
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(async () => {
  await queues.onApplicationShutdown();
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

/** True when the promise resolves, false when it rejects. */
function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}

type Handle = (data: { v: number; name: string }) => Promise<JobOutcome | void>;

interface RunningWorker {
  /** Status of its liveness probe. */
  live(): Promise<number>;
}

/** Starts all of a worker inside the test's own process: module, queue, ops port. */
async function startWorker(
  definition: JobDefinition<z.ZodType<{ v: number; name: string }>>,
  handle: Handle,
  { url = redis.url('testing'), concurrency = 2 } = {},
): Promise<RunningWorker> {
  @Injectable()
  class TestProcessor {
    @OnJob(definition)
    async work(data: { v: number; name: string }): Promise<JobOutcome> {
      return (await handle(data)) ?? done;
    }
  }
  class TestModule {}
  const config = z
    .object({ ...processConfig, ...workerConfig })
    .parse({ LOG_LEVEL: 'error', REDIS_URL: url, WORKER_STUCK_MS: STUCK_MS, SHUTDOWN_MS: 2000 });
  const module = {
    module: TestModule,
    imports: [JobsModule.forRoot(config, { concurrency })],
    providers: [TestProcessor],
  };
  const app: INestApplicationContext = await openWorker({ name: 'test-worker', module, config });
  closing.push(() => app.close());
  const ops = await openOpsPort(app.get(Health), '127.0.0.1', 0);
  closing.push(() => once(ops.close(), 'close'));
  const address = `http://127.0.0.1:${(ops.address() as AddressInfo).port}/health/live`;
  return {
    live: async () => {
      const response = await fetch(address, { headers: { connection: 'close' } });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

async function add(queue: string, jobs: { v: number; name?: string; extra?: string }[]): Promise<void> {
  const all = jobs.map((data, i) => ({
    queue,
    jobId: `${queue}-${data.name ?? i}`,
    envelope: { context: { requestId: 'test' }, data },
    attempts: 1,
  }));
  // As a relay does: while Redis is away, for example because this process was busy for seconds, it tries again.
  await until('the jobs are queued', () => succeeds(queues.add(all)));
}

/** How often workers have taken a job. */
async function meetings(queue: string, jobId: string): Promise<number> {
  const view = new Queue(queue, { connection: { url: redis.url('testing') } });
  try {
    return ((await view.getJob(jobId)) as Job | undefined)?.attemptsStarted ?? 0;
  } finally {
    await view.close();
  }
}

/** Waits until the worker of a queue waits for a job: no command with which it might take one is on its way any more. */
async function waitsForJobs(queue: string): Promise<void> {
  const client = new Redis(redis.url('testing'));
  try {
    await until('the worker waits for a job', async () => {
      const clients = String(await client.call('CLIENT', 'LIST'));
      return clients.includes('cmd=bzpopmin') && (await client.llen(`bull:${queue}:active`)) === 0;
    });
  } finally {
    client.disconnect();
  }
}

/** All different statuses of the liveness probe over some time. */
async function statuses(worker: RunningWorker, forMs: number): Promise<number[]> {
  const seen = new Set<number>();
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(50)) {
    seen.add(await worker.live());
  }
  return [...seen];
}

function versionOne(queue: string) {
  return job({ queues: [queue], data: z.object({ v: z.literal(1), name: z.string() }), attempts: 3 });
}

/** The next release of the job, which accepts both versions. */
function versionTwo(queue: string) {
  const data = z.object({ v: z.union([z.literal(1), z.literal(2)]), name: z.string() });
  return job({ queues: [queue], data, attempts: 3 });
}

describe('a queue', () => {
  let proxy: FaultProxy;
  let distant: Queues;
  const answers = (queue: string) => distant.isPending(queue, 'nothing').then(() => true);

  beforeEach(async () => {
    proxy = await FaultProxy.open(port);
    closing.push(() => proxy.close());
    const url = redis.url('testing').replace(`:${port}`, `:${proxy.port}`);
    distant = new Queues(url, 'distant', new Health());
    closing.push(() => distant.onApplicationShutdown());
    await until('it is connected', () => succeeds(answers('known')));
  });

  it('works again after Redis did not answer its first command', async () => {
    proxy.silence();
    await expect(answers('unknown')).rejects.toThrow('Command timed out');
    proxy.breakSilent();
    await until('it answers', () => succeeds(answers('unknown')));
  });

  it('reconnects by itself when its connection falls silent without being closed', async () => {
    proxy.silence();
    await expect(answers('known')).rejects.toThrow('Command timed out');
    await until('it answers', () => succeeds(answers('known')));
  });
});

describe('the liveness probe of a worker', () => {
  it('fails while jobs wait and its connections are silent, and recovers with the next job', async () => {
    const proxy = await FaultProxy.open(port);
    closing.push(() => proxy.close());
    const url = redis.url('testing').replace(`:${port}`, `:${proxy.port}`);
    const done: string[] = [];
    const worker = await startWorker(versionOne('wedged'), async ({ name }) => void done.push(name), { url });
    await add('wedged', [{ v: 1, name: 'before' }]);
    await until('the first is done', () => done.length === 1);
    await waitsForJobs('wedged');
    proxy.silence();
    await add('wedged', [{ v: 1, name: 'after' }]);
    await until('the probe fails', async () => (await worker.live()) === 503);
    expect(done).toEqual(['before']);
    proxy.breakSilent();
    await until('the probe succeeds', async () => (await worker.live()) === 200);
    await until('the second is done', () => done.length === 2); // the probe succeeds from its beginning
    expect(done).toEqual(['before', 'after']);
  });

  it('succeeds while there are no jobs', async () => {
    const worker = await startWorker(versionOne('idle'), () => Promise.resolve());
    expect(await statuses(worker, 3 * STUCK_MS)).toEqual([200]);
  });

  it('succeeds while a long job uses all concurrency or the queue is throttled', async () => {
    let wasThrottled = false;
    const done: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const worker = await startWorker(
      versionOne('busy'),
      async ({ name }) => {
        if (name === 'long') await held;
        if (name === 'throttled' && !wasThrottled) {
          wasThrottled = true;
          return { state: 'throttle', holdMs: 6 * STUCK_MS };
        }
        done.push(name);
      },
      { concurrency: 1 },
    );
    await add('busy', [{ v: 1, name: 'long' }]);
    await add('busy', [{ v: 1, name: 'throttled' }]);
    await add('busy', [{ v: 1, name: 'last' }]);
    expect(await statuses(worker, 3 * STUCK_MS)).toEqual([200]);
    release();
    await until('the queue is throttled', () => wasThrottled);
    expect(await statuses(worker, 3 * STUCK_MS)).toEqual([200]);
    await until('all are done', () => done.length === 3);
  });

  it('succeeds while Redis is down, and afterwards', async () => {
    const done: string[] = [];
    const worker = await startWorker(versionOne('outage'), async ({ name }) => void done.push(name));
    await redis.stop();
    expect(await statuses(worker, 3 * STUCK_MS)).toEqual([200]);
    await redis.restart();
    await add('outage', [{ v: 1, name: 'after' }]);
    await until('the worker runs them', () => done.includes('after'));
    expect(await worker.live()).toBe(200);
  });
});

it('a queue pauses for the longest time that its attempts ask for, in whatever order they end', async () => {
  const view = new Queue('paused', { connection: { url: redis.url('testing') } });
  closing.push(() => view.close());
  const turns = [10_000, 60_000, 1].map((holdMs) => ({ holdMs, ...Promise.withResolvers<void>() }));
  let taken = 0;
  const handle: Handle = async () => {
    const turn = turns[taken++];
    await turn?.promise;
    return turn && { state: 'throttle', holdMs: turn.holdMs };
  };
  await startWorker(versionOne('paused'), handle, { concurrency: 3 });
  await add(
    'paused',
    [...'abc'].map((name) => ({ v: 1, name })),
  );
  await until('all are in flight', () => taken === 3);
  const pauses: number[] = [];
  for (const [i, { resolve }] of turns.entries()) {
    resolve();
    await until('one more has ended', async () => (await view.getActiveCount()) === 2 - i);
    pauses.push(Math.ceil((await view.getRateLimitTtl(Number.MAX_SAFE_INTEGER)) / 10_000));
  }
  expect(pauses).toEqual([1, 6, 6]);
});

describe('a job of a version that a worker does not know', () => {
  it('waits for a worker that knows the version, and no attempt is counted meanwhile', async () => {
    const old: number[] = [];
    await startWorker(versionOne('waits'), async ({ v }) => void old.push(v));
    await add('waits', [
      { v: 2, name: 'newer' },
      { v: 1, name: 'known', extra: 'of a later release' },
    ]);
    await until('the known one is done', () => old.length === 1);
    // A single counted attempt would end the job.
    await until(
      'the worker has met the newer job twice',
      async () => (await meetings('waits', 'waits-newer')) >= 2,
    );
    expect(await queues.isPending('waits', 'waits-newer')).toBe(true);
    const young: number[] = [];
    await startWorker(versionTwo('waits'), async ({ v }) => void young.push(v));
    // Each time that the job is due, the old worker may be the first to take it.
    await until('the new worker has it', () => young.length === 1, { withinMs: 120_000 });
    expect([old, young]).toEqual([[1], [2]]);
  });

  it('differs from a job whose data fits no version, which ends', async () => {
    const handled: string[] = [];
    await startWorker(versionOne('broken'), async ({ name }) => void handled.push(name));
    await add('broken', [{ v: 1 }]);
    await until(
      'it has ended',
      async () => !(await queues.isPending('broken', 'broken-0').catch(() => true)),
    );
    expect(handled).toEqual([]);
  });
});
