// Taking jobs from a real queue: when a worker counts as stuck, and what it does with versions it does not know.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { job, type JobDefinition } from '#contracts';
import { openWorker } from '#platform/boot';
import { processConfig, workerConfig } from '#platform/config';
import { Health, openOpsPort } from '#platform/observability';
import { done, JobsModule, OnJob, Queues, type JobOutcome } from '#platform/jobs';
import { FaultProxy } from '#testing/neighbours';
import { freePort, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';

/** Six looks in it, and one more until the worker counts as stuck. */
const STUCK_MS = 600;

let dir: string;
let redis: RedisServer;
let port: number;
let queues: Queues;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  dir = await temporaryFolder('jobs');
  port = await freePort();
  redis = await startRedis({ dir, port, passwords: { bull: 'bull', limits: 'limits' } });
  queues = new Queues(redis.url, 'test', new Health());
  await until('the queues are connected', async () => {
    await queues.isPending('connected', 'nothing');
    return true;
  });
}, 30_000);

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
}, 30_000);

afterAll(async () => {
  await queues.onApplicationShutdown();
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
}, 30_000);

/** Waits until something holds; an error counts as no. */
async function until(what: string, holds: () => Promise<boolean> | boolean, mostMs = 10_000): Promise<void> {
  const giveUp = performance.now() + mostMs;
  while (
    !(await Promise.resolve()
      .then(holds)
      .catch(() => false))
  ) {
    if (performance.now() > giveUp) throw new Error(`It did not happen: ${what}`);
    await sleep(20);
  }
}

type Handle = (data: { v: number; name: string }) => Promise<JobOutcome | void>;

interface RunningWorker {
  /** Status of its liveness probe. */
  live(): Promise<number>;
}

/** A worker process but for the process: module, queue, ops port. */
async function startWorker(
  definition: JobDefinition<z.ZodType<{ v: number; name: string }>>,
  handle: Handle,
  { url = redis.url, concurrency = 2 } = {},
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

async function add(queue: string, datas: { v: number; name?: string; extra?: string }[]): Promise<void> {
  await queues.add(
    datas.map((data, i) => ({
      queue,
      jobId: `${queue}-${data.name ?? i}`,
      envelope: { context: { requestId: 'test' }, data },
      attempts: 1,
    })),
  );
}

/** Asks for the probe's status again and again; the set of all answers. */
async function statuses(worker: RunningWorker, forMs: number): Promise<number[]> {
  const seen = new Set<number>();
  for (const end = performance.now() + forMs; performance.now() < end; await sleep(50)) {
    seen.add(await worker.live());
  }
  return [...seen];
}

function first(queue: string) {
  return job({ queues: [queue], data: z.object({ v: z.literal(1), name: z.string() }), attempts: 3 });
}

function second(queue: string) {
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
    const url = redis.url.replace(`:${port}`, `:${proxy.port}`);
    distant = new Queues(url, 'distant', new Health());
    closing.push(() => distant.onApplicationShutdown());
    await until('it is connected', () => answers('known'));
  });

  it('is there again after Redis said nothing when it was asked for the first time', async () => {
    proxy.silence();
    await expect(answers('unknown')).rejects.toThrow('Command timed out');
    proxy.breakSilent();
    await until('it answers', () => answers('unknown'));
  }, 20_000);

  it('is reached anew when a connection says nothing any more and nobody ends it', async () => {
    proxy.silence();
    await expect(answers('known')).rejects.toThrow('Command timed out');
    await until('it answers', () => answers('known'));
  }, 20_000);
});

describe('the liveness of a worker', () => {
  it('ends when its connections fall silent while jobs wait, and is back when it gets on', async () => {
    const proxy = await FaultProxy.open(port);
    closing.push(() => proxy.close());
    const url = redis.url.replace(`:${port}`, `:${proxy.port}`);
    const done: string[] = [];
    const worker = await startWorker(first('wedged'), async ({ name }) => void done.push(name), { url });
    await add('wedged', [{ v: 1, name: 'before' }]);
    await until('the first is done', () => done.length === 1);
    proxy.silence();
    await add('wedged', [{ v: 1, name: 'after' }]);
    await until('the probe notices', async () => (await worker.live()) === 503, 30_000);
    expect(done).toEqual(['before']);
    proxy.breakSilent();
    await until('the probe is content', async () => (await worker.live()) === 200, 30_000);
    expect(done).toEqual(['before', 'after']);
  }, 70_000);

  it('does not depend on there being work', async () => {
    const worker = await startWorker(first('idle'), () => Promise.resolve());
    expect(await statuses(worker, 3 * STUCK_MS)).toEqual([200]);
  });

  it('does not end while every place is taken by long work, or the queue is held', async () => {
    let held = false;
    const done: string[] = [];
    const worker = await startWorker(
      first('busy'),
      async ({ name }) => {
        if (name === 'long') await sleep(3 * STUCK_MS);
        if (name === 'held' && !held) {
          held = true;
          return { state: 'throttle', holdMs: 3 * STUCK_MS };
        }
        done.push(name);
      },
      { concurrency: 1 },
    );
    await add('busy', [{ v: 1, name: 'long' }]);
    await add('busy', [{ v: 1, name: 'held' }]);
    await add('busy', [{ v: 1, name: 'last' }]);
    expect(await statuses(worker, 7 * STUCK_MS)).toEqual([200]);
    await until('all are done', () => done.length === 3);
  }, 20_000);

  it('does not end with Redis', async () => {
    const done: string[] = [];
    const worker = await startWorker(first('outage'), async ({ name }) => void done.push(name));
    await redis.stop();
    expect(await statuses(worker, 3 * STUCK_MS)).toEqual([200]);
    await redis.restart();
    await until('jobs come in again', async () => {
      await add('outage', [{ v: 1, name: 'after' }]);
      return true;
    });
    await until('it works again', () => done.includes('after'));
    expect(await worker.live()).toBe(200);
  }, 20_000);
});

describe('a job of a version that a worker does not know', () => {
  it('waits for one that does, uncounted', async () => {
    const old: number[] = [];
    await startWorker(first('waits'), async ({ v }) => void old.push(v));
    await add('waits', [
      { v: 2, name: 'newer' },
      { v: 1, name: 'known', extra: 'of a later release' },
    ]);
    await until('the known one is done', () => old.length === 1);
    await sleep(2500); // it has met the newer one at least twice; one try that counts would be too many
    expect(await queues.isPending('waits', 'waits-newer')).toBe(true);
    const young: number[] = [];
    await startWorker(second('waits'), async ({ v }) => void young.push(v));
    await until('the new worker has it', () => young.length === 1);
    expect([old, young]).toEqual([[1], [2]]);
  }, 20_000);

  it('is told from a payload that fits none', async () => {
    const worked: string[] = [];
    await startWorker(first('broken'), async ({ name }) => void worked.push(name));
    await add('broken', [{ v: 1 }]);
    await until('it has ended', async () => !(await queues.isPending('broken', 'broken-0')));
    expect(worked).toEqual([]);
  });
});
