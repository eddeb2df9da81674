// Tests in real time, on an idle machine, that a window ends when clients are told, and that a hanging Redis delays nobody.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#platform/context';
import { Redis } from '#platform/redis';
import { freePort, loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import { PRODUCTS, startGateway, untilCountedIn, type GatewayEnvironment } from '../gateway-environment.ts';

const LIMITED = [200, 200, 200, 200, 200, 429, 429];
let dir: string;
let redis: RedisServer;
let counters: Redis;
let gateway: GatewayEnvironment;
beforeAll(async () => {
  dir = await temporaryFolder('limits');
  redis = await startRedis({ dir, port: await freePort(), secrets: await loadSecrets(dir) });
  counters = new Redis(redis.url('gateway'));
  gateway = await startGateway({ LIMIT_READS_PER_MIN: 5, REDIS_URL: redis.url('gateway') });
});
afterAll(async () => {
  await gateway?.close();
  counters?.disconnect();
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A new account, and how it reads at a gateway. */
async function newAccount(origin = gateway.origin) {
  const accountId = newId();
  const headers = { authorization: `Bearer ${await gateway.signer.token({ sub: accountId })}` };
  return { accountId, read: () => fetch(`${origin}${PRODUCTS}`, { headers }) };
}

it('an account reads again after Retry-After', async () => {
  const patient = await gateway.openCopy({ LIMIT_TIMEOUT_MS: 10_000 }); // so that it does not count alone
  const origin = await patient.getUrl();
  await untilCountedIn(counters, { origin }, gateway.signer);
  const { accountId, read } = await newAccount(origin);
  await counters.set(`limits:read:${accountId}`, 0, 'PX', 6000); // a window that ends soon
  const answers: Response[] = [];
  for (let i = 0; i < 6; i += 1) answers.push(await read());
  const refused = answers.at(-1)!;
  expect(answers.map(({ status }) => status)).toEqual(LIMITED.slice(0, 6));
  expect(refused.headers.get('ratelimit')).toMatch(/^"read";r=0;t=[1-6]$/);
  await sleep(Number(refused.headers.get('retry-after')) * 1000);
  expect((await read()).status).toBe(200);
});

/** Reads up to and over the limit; the durations in milliseconds, the shortest first. */
async function readDurations(): Promise<number[]> {
  const { read } = await newAccount();
  const tookMs: number[] = [];
  const statuses: number[] = [];
  for (let i = 0; i < LIMITED.length; i += 1) {
    const startedAt = performance.now();
    statuses.push((await read()).status);
    tookMs.push(performance.now() - startedAt);
  }
  expect(statuses).toEqual(LIMITED);
  return tookMs.toSorted((one, other) => one - other);
}

it('a Redis that hangs delays no request by half a second, and soon none at all', async () => {
  await redis.kill('SIGSTOP');
  try {
    expect((await readDurations()).at(-1)).toBeLessThan(500);
    await sleep(500);
    // By now Redis is no longer asked: the median of seven reads does not include a time-out.
    expect((await readDurations())[3]).toBeLessThan(40);
  } finally {
    await redis.kill('SIGCONT');
  }
});
