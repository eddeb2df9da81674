// The Redis of tests and of the local start: the rights of its users, and the durability of its data.
import { rm } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { temporaryFolder } from '../src/servers/owner-servers.ts';
import { startRedis, type RedisServer } from '../src/servers/redis.ts';
import { loadSecrets } from '../src/servers/secrets.ts';

let dir: string;
let server: RedisServer;
beforeAll(async () => {
  dir = await temporaryFolder('redis');
  server = await startRedis({ dir, secrets: await loadSecrets(dir) });
});
afterAll(async () => {
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
    const anonymous = server.url.replace(/\/\/.*@/, '//');
    await expect(as(anonymous, (redis) => redis.get('bull:x'))).rejects.toThrow(/NOAUTH/);
    const own = new URL(server.url).password;
    for (const user of ['bull:wrong', 'default:', `default:${own}`]) {
      const url = server.url.replace(`bull:${own}`, user);
      await expect(as(url, (redis) => redis.get('bull:x'))).rejects.toThrow();
    }
  });

  it.each([
    ['FLUSHALL', []],
    ['FLUSHDB', []],
    ['KEYS', ['*']],
    ['CONFIG', ['GET', '*']],
    ['ACL', ['LIST']],
    ['SHUTDOWN', []],
    ['SET', ['elsewhere', '1']],
    ['SUBSCRIBE', ['news']],
  ])('are refused %s %j', async (command, args) => {
    for (const url of [server.url, server.limitsUrl]) {
      await expect(as(url, (redis) => redis.call(command, ...args))).rejects.toThrow(/NOPERM/);
    }
  });

  it('reach only their own keys, in scripts too', async () => {
    const set = (key: string) => (redis: Redis) =>
      redis.eval(`return redis.call('SET', KEYS[1], 'v')`, 1, key);
    await expect(as(server.url, set('bull:a'))).resolves.toBe('OK');
    await expect(as(server.limitsUrl, set('limits:a'))).resolves.toBe('OK');
    await expect(as(server.url, set('limits:a'))).rejects.toThrow(/NOPERM/);
    await expect(as(server.limitsUrl, set('bull:a'))).rejects.toThrow(/NOPERM/);
  });
});

describe('Redis', () => {
  it('persists every write and evicts nothing', () =>
    as(server.url, async (redis) => {
      const info = `${await redis.info('persistence')}${await redis.info('memory')}`;
      expect(info).toMatch(/^aof_enabled:1/m);
      expect(info).toMatch(/^maxmemory_policy:noeviction/m);
      expect(info).toMatch(/^maxmemory:536870912/m);
    }));

  it('keeps every acknowledged write over a SIGKILL', async () => {
    const keys = Array.from({ length: 200 }, (_, i) => `bull:kept:${i}`);
    await as(server.url, (redis) => Promise.all(keys.map((key) => redis.set(key, '1'))));
    // The queues write in transactions. On a restart these are checked against the rights of the user `default`, and
    // would be dropped silently.
    const together = Array.from({ length: 200 }, (_, i) => `bull:together:${i}`);
    await as(server.url, (redis) =>
      together.reduce((multi, key) => multi.set(key, '1'), redis.multi()).exec(),
    );
    await server.kill();
    await server.restart();
    expect(await as(server.url, (redis) => redis.exists(...keys))).toBe(keys.length);
    expect(await as(server.url, (redis) => redis.exists(...together))).toBe(together.length);
  });
});
