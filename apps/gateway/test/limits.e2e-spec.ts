// How often an account may ask: counted on a real Redis by two gateways, and by each alone while it is away.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGeneration, getProduct, listProducts, AppError } from '#contracts';
import { newId } from '#platform/context';
import { Redis } from '#platform/redis';
import { temporaryFolder } from '#testing/harness';
import { freePort } from '#testing/ports';
import { startRedis, type RedisServer } from '#testing/redis';
import { exampleGeneration, exampleProducts } from '../src/openapi/examples.rules.ts';
import { BASE, errorOf, startGateway, type RunningGateway } from './running-gateway.ts';

const LIMITS = { LIMIT_READS_PER_MIN: 5, LIMIT_WRITES_PER_MIN: 3 };
const PRODUCTS = `${BASE}/products`;
const GENERATIONS = `${BASE}/generations`;
let dir: string;
let redis: RedisServer;
let counters: Redis;
const gateways: RunningGateway[] = [];

beforeAll(async () => {
  dir = await temporaryFolder('limits');
  const passwords = { bull: 'bull-password', limits: 'limits-password' };
  redis = await startRedis({ dir, port: await freePort(), passwords });
  counters = new Redis(redis.limitsUrl);
  // Two that wait for Redis even when the machine is busy, and a third with the time-out of every day.
  for (const LIMIT_TIMEOUT_MS of [1000, 1000, 50])
    gateways.push(await startGateway({ ...LIMITS, LIMIT_TIMEOUT_MS, REDIS_URL: redis.limitsUrl }));
  for (const { owners } of gateways) {
    await owners.on(listProducts, () => JSON.stringify(exampleProducts));
    await owners.on(getProduct, () => new AppError('NotFound'));
    await owners.on(createGeneration, () => ({ generation: exampleGeneration, replayed: false }));
  }
}, 60_000);
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  counters?.disconnect();
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
}, 30_000);

/** An account that nobody has counted yet, and how it asks. */
async function somebody(gateway = 0) {
  const accountId = newId();
  // Passport has one strategy a process, so the keys of the last gateway count for all.
  const token = await gateways.at(-1)!.signer.token({ sub: accountId });
  const call = (path: string, init: RequestInit = {}, at = gateway): Promise<Response> =>
    fetch(`${gateways[at]!.origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
    });
  const post = (body = '{"applicationId":"product-title"}', type = 'application/json'): Promise<Response> =>
    call(GENERATIONS, { method: 'POST', body, headers: { 'content-type': type } });
  return { accountId, call, post };
}

const standing = ({ status, headers }: Response) =>
  [status, headers.get('ratelimit-policy'), headers.get('ratelimit')] as const;

describe('an account', () => {
  it('reads up to its limit, is told how it stands, and reads again when it was told to', async () => {
    const { accountId, call } = await somebody();
    await counters.set(`limits:read:${accountId}`, 0, 'PX', 2500); // a window that ends soon
    for (const left of [4, 3, 2, 1, 0]) {
      expect(standing(await call(PRODUCTS))).toEqual([
        200,
        '"read";q=5;w=60',
        expect.stringMatching(new RegExp(`^"read";r=${left};t=[123]$`)),
      ]);
    }
    const refused = await call(PRODUCTS);
    const [, t] = /^"read";r=0;t=(\d+)$/.exec(refused.headers.get('ratelimit') ?? '') ?? [];
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(Number(t));
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    await sleep(Number(t) * 1000);
    expect((await call(PRODUCTS)).status).toBe(200);
  });

  it('has a limit of its own', async () => {
    const [one, other] = [await somebody(), await somebody()];
    for (let i = 0; i < 6; i += 1) await one.call(PRODUCTS);
    expect((await one.call(PRODUCTS)).status).toBe(429);
    expect((await other.call(PRODUCTS)).status).toBe(200);
  });

  it('has one for writes that reads do not use up', async () => {
    const { call, post } = await somebody();
    for (let i = 0; i < 6; i += 1) await call(PRODUCTS);
    for (const left of [2, 1, 0])
      expect(standing(await post())).toEqual([201, '"write";q=3;w=60', `"write";r=${left};t=60`]);
    expect((await post()).status).toBe(429);
  });

  it('is counted once, whichever gateway it asks', async () => {
    const { call } = await somebody();
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) statuses.push((await call(PRODUCTS, {}, i % 2)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it('that asks a hundred times at once gets through as often as one after the other', async () => {
    const { call } = await somebody();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => call(PRODUCTS, {}, i % 2)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
  });

  it('is counted for HEAD and for what fails, and told so', async () => {
    const { call } = await somebody();
    expect(standing(await call(PRODUCTS, { method: 'HEAD' }))[2]).toBe('"read";r=4;t=60');
    expect(standing(await call(`${PRODUCTS}?limit=0`))).toEqual([400, '"read";q=5;w=60', '"read";r=3;t=60']);
    expect(standing(await call(`${PRODUCTS}/${newId()}`))).toEqual([
      404,
      '"read";q=5;w=60',
      '"read";r=2;t=60',
    ]);
  });

  it('keeps no more in Redis than its id', async () => {
    const { accountId, call } = await somebody();
    await call(PRODUCTS);
    expect(await counters.pttl(`limits:read:${accountId}`)).toBeGreaterThan(55_000);
  });
});

describe('the order', () => {
  it('is who, then how often, then what', async () => {
    const { call, post } = await somebody();
    for (let i = 0; i < 3; i += 1) await post();
    expect((await post('{', 'text/plain')).status).toBe(429); // not 415
    expect((await post('x'.repeat(70_000))).status).toBe(413);
    expect((await call('/nope', { method: 'POST' })).status).toBe(404);
    expect((await call(GENERATIONS, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${gateways[0]!.origin}${GENERATIONS}`, { method: 'POST' })).status).toBe(401);
  });

  it('counts nothing before it knows who: unknown routes, bad tokens, open pages', async () => {
    const { call } = await somebody();
    const { origin } = gateways[0]!;
    const open = [call('/nope'), fetch(`${origin}${PRODUCTS}`), fetch(`${origin}/docs`)];
    for (const answer of await Promise.all(open)) expect(answer.headers.get('ratelimit')).toBeNull();
    expect(standing(await call(PRODUCTS))[2]).toBe('"read";r=4;t=60');
  });
});

it('D7: an account that says in each request that it is another is counted as who it is', async () => {
  const { accountId, call } = await somebody();
  const answers: Response[] = [];
  for (let i = 0; i < 6; i += 1) {
    const headers = {
      'x-forwarded-for': `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
      'x-real-ip': `203.0.113.${i}`,
      'x-user-id': newId(),
      'x-account-id': newId(),
      'x-workspace-id': newId(),
    };
    answers.push(await call(PRODUCTS, { headers }));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await errorOf(answers.at(-1)!)).code).toBe('TooManyRequests');
  expect(await counters.get(`limits:read:${accountId}`)).not.toBeNull();
});

const AS_LIMITED = [200, 200, 200, 200, 200, 429, 429];

/** Reads of one account at the third gateway: how long each took, in milliseconds, the quickest first. */
async function readsThere(): Promise<number[]> {
  const { call } = await somebody(2);
  const tookMs: number[] = [];
  const statuses: number[] = [];
  for (let i = 0; i < AS_LIMITED.length; i += 1) {
    const started = performance.now();
    statuses.push((await call(PRODUCTS)).status);
    tookMs.push(performance.now() - started);
  }
  expect(statuses).toEqual(AS_LIMITED);
  return tookMs.toSorted((one, other) => one - other);
}

describe('a Redis', () => {
  it('that hangs holds nobody up: each gateway counts for itself', async () => {
    await redis.kill('SIGSTOP');
    try {
      expect((await readsThere()).at(-1)).toBeLessThan(500);
      await sleep(500);
      // By now it is not asked any more: the middle one of seven does not wait for a time-out.
      expect((await readsThere())[3]).toBeLessThan(40);
    } finally {
      await redis.kill('SIGCONT');
    }
  });

  it('that is away neither; back again, it counts for all', async () => {
    await redis.kill('SIGKILL');
    await readsThere();
    await redis.restart();
    await sleep(1500); // the longest pause between two tries to connect is a second
    const { call } = await somebody();
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await call(PRODUCTS, {}, i % 2)).status);
    expect(statuses).toEqual(AS_LIMITED);
  });
});
