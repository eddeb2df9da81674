// Tests which Redis the queues accept, for each durability that the operator can choose, and how a process leaves it.
import { rm } from 'node:fs/promises';
import { Health } from '#platform/observability';
import { Queues } from '#platform/jobs';
import { openCounterRedis } from '../src/redis/redis.ts';
import { freePort, loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import { until } from '#testing/until';

let dir: string;
let redis: RedisServer | undefined;
beforeEach(async () => {
  dir = await temporaryFolder('durability');
});
afterEach(async () => {
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
});

const AOF = 'Redis must run with appendonly yes, or REDIS_DURABILITY must be "replicated".';
const EVICTS = 'Redis must run with maxmemory-policy noeviction.';

it.each<['aof' | 'replicated', string[], Record<string, string>]>([
  ['aof', [], {}],
  ['aof', ['--appendonly', 'no'], { redis: AOF }],
  ['replicated', ['--appendonly', 'no'], {}],
  ['replicated', ['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'], { redis: EVICTS }],
])('a process with REDIS_DURABILITY=%s and Redis with %j', async (durability, args, expected) => {
  redis = await startRedis({ dir, port: await freePort(), secrets: await loadSecrets(dir), args });
  const health = new Health();
  const queues = new Queues(redis.url('catalogue'), 'test', health, durability);
  try {
    const problems = () => health.problems();
    await until('Redis is connected', async () => !JSON.stringify(await problems()).includes('writeable'));
    expect(await problems()).toEqual(expected);
  } finally {
    await queues.onApplicationShutdown();
  }
});

it('a connection that was closed already keeps no process for long', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
  const away = openCounterRedis(`redis://127.0.0.1:${await freePort()}`, 'test', 100);
  await until('it was refused', () => away.status === 'reconnecting');
  const before = timers();
  away.disconnect();
  await until('no timer is left', () => timers() < before, { withinMs: 1000 });
});
