// The Redis of tests and of the local start: the rights of its users, and the durability of its data.
import { rm } from 'node:fs/promises';
import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { fetchBatchJob, generationJob, waitedForJob, webhookJob } from '#contracts';
import { temporaryFolder } from '../src/servers/owner-servers.ts';
import { REDIS_USERS, startRedis, type RedisServer, type RedisUser } from '../src/servers/redis.ts';
import { loadSecrets } from '../src/servers/secrets.ts';
import { until } from '../src/until/index.ts';

/** Every queue with its owner and its worker. */
const JOBS = (
  [
    [fetchBatchJob, 'catalogue', 'import-worker'],
    [generationJob, 'generations', 'generation-worker'],
    [waitedForJob, 'generations', 'generation-worker'],
    [webhookJob, 'notifications', 'webhook-worker'],
  ] as const
).flatMap(([{ queues }, owner, worker]) => queues.map((queue) => [queue, owner, worker] as const));

/** Beginnings of the names of all keys, the last one of a queue that there is not. */
const NAMES = ['limits', ...JOBS.map(([queue]) => `bull:${queue}`), 'bull:generations-other'];
/** What each user may reach. */
const WORK = Object.fromEntries(
  REDIS_USERS.map((user) => {
    const queues = JOBS.filter(([, owner, worker]) => user === owner || user === worker);
    return [user, user === 'gateway' ? ['limits'] : queues.map(([queue]) => `bull:${queue}`)];
  }),
) as Record<RedisUser, string[]>;

const { TEST_FSYNC } = process.env;
let dir: string;
let server: RedisServer;
beforeAll(async () => {
  delete process.env['TEST_FSYNC']; // as in production, also where tests run on a disk
  dir = await temporaryFolder('redis');
  server = await startRedis({ dir, secrets: await loadSecrets(dir), testingUser: true });
});
afterAll(async () => {
  if (TEST_FSYNC !== undefined) process.env['TEST_FSYNC'] = TEST_FSYNC; // the next file runs in this process, too
  await server?.stop();
  await rm(dir, { recursive: true, force: true });
});

async function as<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    disconnectTimeout: 50,
  });
  redis.on('error', () => undefined); // the command rejects with the refusal
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

describe('the users of Redis', () => {
  it('are the only ones who may connect', async () => {
    const url = server.url('catalogue');
    const anonymous = url.replace(/\/\/.*@/, '//');
    await expect(as(anonymous, (redis) => redis.get('limits:x'))).rejects.toThrow(/NOAUTH/);
    const own = new URL(url).password;
    for (const user of ['catalogue:wrong', 'default:', `default:${own}`, `generations:${own}`]) {
      const other = url.replace(`catalogue:${own}`, user);
      await expect(as(other, (redis) => redis.get('limits:x'))).rejects.toThrow();
    }
  });

  describe.each(REDIS_USERS)('%s', (user) => {
    it.each([
      ['FLUSHALL', []],
      ['FLUSHDB', []],
      ['SWAPDB', ['0', '1']],
      ['KEYS', ['*']],
      ['SCAN', ['0']],
      ['RANDOMKEY', []],
      ['CONFIG', ['GET', '*']],
      ['ACL', ['LIST']],
      ['CLIENT', ['LIST']],
      ['SCRIPT', ['FLUSH']],
      ['SCRIPT', ['KILL']],
      ['FUNCTION', ['FLUSH']],
      ['FUNCTION', ['LIST']],
      ['SHUTDOWN', []],
      ['SET', ['elsewhere', '1']],
      ['SUBSCRIBE', ['news']],
    ])('is refused %s %j', async (command, args) => {
      await expect(as(server.url(user), (redis) => redis.call(command, ...args))).rejects.toThrow(/NOPERM/);
    });

    it('reaches the keys of its work, and none of another process, in scripts too', async () => {
      const write = (key: string) => (redis: Redis) =>
        redis.eval(`return redis.call('SET', KEYS[1], 'v')`, 1, `${key}:written`);
      const read = (key: string) => (redis: Redis) => redis.hgetall(`${key}:meta`);
      for (const name of NAMES) {
        for (const work of [write(name), read(name)] as ((redis: Redis) => Promise<unknown>)[]) {
          const outcome = await as(server.url(user), work).then(
            () => 'done',
            ({ message }: Error) => message.slice(0, 6),
          );
          expect([name, outcome]).toEqual([name, WORK[user].includes(name) ? 'done' : 'NOPERM']);
        }
      }
    });
  });

  it.each(JOBS)('of %s lets the owner add jobs, and the worker do them', async (queueName, owner, worker) => {
    const queue = new Queue(queueName, { connection: { url: server.url(owner) } });
    const done: string[] = [];
    const work = async ({ name }: Job): Promise<void> => void done.push(name);
    const taker = new Worker(queueName, work, { connection: { url: server.url(worker) } });
    const errors: unknown[] = [];
    queue.on('error', (error) => errors.push(error));
    taker.on('error', (error) => errors.push(error));
    await queue.addBulk([
      { name: 'first', data: {} },
      { name: 'urgent', data: {}, opts: { priority: 1 } },
      { name: 'later', data: {}, opts: { delay: 10 } },
    ]);
    await until('the jobs are done', () => done.length === 3);
    await queue.pause();
    expect(await queue.isPaused()).toBe(true);
    expect(await queue.getJobCounts('waiting', 'failed')).toEqual({ waiting: 0, failed: 0 });
    await Promise.all([queue.close(), taker.close()]);
    expect(errors).toEqual([]);
  });
});

describe('Redis', () => {
  it('answers again after a second of a script without an end, so that an administrator can end it', async () => {
    const endless = as(server.url('webhook-worker'), (redis) => redis.eval('while true do end', 0));
    const ended = expect(endless).rejects.toThrow(/killed/i);
    const hears = (): Promise<string> =>
      as(server.url('catalogue'), (redis) => redis.get('bull:imports-na:x')).then(String, String);
    await until('Redis says that it is busy', async () => (await hears()).includes('BUSY'));
    await as(server.url('testing'), (redis) => redis.script('KILL'));
    await ended;
    expect(await hears()).toBe('null');
  });

  it('writes to its file, and evicts nothing', () =>
    as(server.url('catalogue'), async (redis) => {
      const info = `${await redis.info('persistence')}${await redis.info('memory')}`;
      expect(info).toMatch(/^aof_enabled:1/m);
      expect(info).toMatch(/^maxmemory_policy:noeviction/m);
      expect(info).toMatch(/^maxmemory:536870912/m);
    }));

  it('keeps over a SIGKILL what it has written', async () => {
    const keys = Array.from({ length: 200 }, (_, i) => `bull:imports-na:kept:${i}`);
    await as(server.url('catalogue'), (redis) => Promise.all(keys.map((key) => redis.set(key, '1'))));
    // The queues write in transactions. On a restart these are checked against the rights of the user `default`, and
    // would be dropped silently.
    const together = Array.from({ length: 200 }, (_, i) => `bull:imports-na:together:${i}`);
    await as(server.url('catalogue'), (redis) =>
      together.reduce((multi, key) => multi.set(key, '1'), redis.multi()).exec(),
    );
    // Beside a slow disk Redis answers first and writes up to two seconds later.
    const persistence = (): Promise<string> =>
      as(server.url('testing'), (redis) => redis.info('persistence'));
    await until('Redis has written', async () => /^aof_buffer_length:0/m.test(await persistence()));
    await server.kill();
    await server.restart();
    expect(await as(server.url('catalogue'), (redis) => redis.exists(...keys))).toBe(keys.length);
    expect(await as(server.url('catalogue'), (redis) => redis.exists(...together))).toBe(together.length);
  });
});
