// Tests the rate limits of accounts: counted on a real Redis by two gateways, and by each alone while Redis is down.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { AppError, createImport } from '#contracts';
import { newId } from '#platform/context';
import { Redis } from '#platform/redis';
import { until } from '#testing/until';
import { freePort, loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import {
  GENERATIONS,
  PRODUCTS,
  IMPORT,
  JSON_TYPE,
  errorOf,
  startGateway,
  untilCountedIn,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const LIMITS = { LIMIT_READS_PER_MIN: 5, LIMIT_WRITES_PER_MIN: 3, LIMIT_IMPORT_ITEMS_PER_H: 2000 };
let dir: string;
let redis: RedisServer;
let counters: Redis;
/** Stands between the third gateway and Redis. */
let relay: Server;
/** Commands that the third gateway sent to count, and connections to Redis that it gave up. */
let commands = 0;
let givenUp = 0;
const gateways: GatewayEnvironment[] = [];

beforeAll(async () => {
  dir = await temporaryFolder('limits');
  redis = await startRedis({ dir, port: await freePort(), secrets: await loadSecrets(dir) });
  counters = new Redis(redis.url('gateway'));
  counters.on('error', () => undefined); // it comes back when Redis does
  relay = createServer((client) => {
    const server = connect(redis.port, '127.0.0.1');
    client.on('data', (data) => (commands += data.toString('latin1').match(/evalsha/gi)?.length ?? 0));
    client.once('close', () => (givenUp += 1));
    for (const [one, other] of [[client, server] as const, [server, client] as const])
      one
        .on('error', () => undefined) // a close event follows
        .once('close', () => other.destroy())
        .pipe(other);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const relayed = new URL(redis.url('gateway'));
  relayed.port = String((relay.address() as AddressInfo).port);
  // Two wait for Redis even when the machine is busy; the third has the default time-out.
  for (const REDIS_URL of [redis.url('gateway'), redis.url('gateway')])
    gateways.push(await startGateway({ ...LIMITS, LIMIT_TIMEOUT_MS: 10_000, REDIS_URL }));
  gateways.push(await startGateway({ ...LIMITS, REDIS_URL: relayed.href }));
  for (const gateway of gateways) await untilCountedIn(counters, gateway, gateways[2]!.signer);
});
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  counters?.disconnect();
  relay?.close();
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
});

afterEach(() => mock.restoreAll());

/** A new account, and how it sends requests to one of the gateways. */
async function newAccount(gateway = 0) {
  const accountId = newId();
  // Passport has one strategy per process, so the signing keys of the last gateway are valid for all.
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

/** The header RateLimit of a window that began not long ago. */
const restOf = (name: string, left: number) =>
  expect.stringMatching(new RegExp(`^"${name}";r=${left};t=(60|[45][0-9])$`)) as string;
const limitOf = ({ status, headers }: Response) =>
  [status, headers.get('ratelimit-policy'), headers.get('ratelimit')] as const;

describe('an account', () => {
  it('reads up to its limit, is told what is left, and reads again after Retry-After', async () => {
    const { accountId, call } = await newAccount();
    const key = `limits:read:${accountId}`;
    for (const left of [4, 3, 2, 1, 0])
      expect(limitOf(await call(PRODUCTS))).toEqual([200, '"read";q=5;w=60', restOf('read', left)]);
    const refused = await call(PRODUCTS);
    const [, t] = /^"read";r=0;t=(\d+)$/.exec(refused.headers.get('ratelimit') ?? '') ?? [];
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(t);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    expect(await counters.pttl(key)).toBeLessThanOrEqual(Number(t) * 1000);
    // The time passes for the gateway and for Redis.
    const later = performance.now() + Number(t) * 1000;
    mock.method(performance, 'now', () => later);
    await counters.del(key);
    expect(limitOf(await call(PRODUCTS))).toEqual([200, '"read";q=5;w=60', restOf('read', 4)]);
  });

  it('has its own limit', async () => {
    const one = await newAccount();
    const other = await newAccount();
    for (let i = 0; i < 6; i += 1) await one.call(PRODUCTS);
    expect((await one.call(PRODUCTS)).status).toBe(429);
    expect((await other.call(PRODUCTS)).status).toBe(200);
  });

  it('has a limit of writes that reads do not use up', async () => {
    const { call, post } = await newAccount();
    for (let i = 0; i < 6; i += 1) await call(PRODUCTS);
    for (const left of [2, 1, 0])
      expect(limitOf(await post())).toEqual([201, '"write";q=3;w=60', restOf('write', left)]);
    expect((await post()).status).toBe(429);
  });

  it('has one limit over all gateways', async () => {
    const { call } = await newAccount();
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) statuses.push((await call(PRODUCTS, {}, i % 2)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it('has the same limit for a hundred requests at once', async () => {
    const { call } = await newAccount();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => call(PRODUCTS, {}, i % 2)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
  });

  it('is counted for HEAD and for failed requests, and is told so', async () => {
    const { call } = await newAccount();
    const policy = '"read";q=5;w=60';
    expect(limitOf(await call(PRODUCTS, { method: 'HEAD' }))).toEqual([200, policy, restOf('read', 4)]);
    expect(limitOf(await call(`${PRODUCTS}?limit=0`))).toEqual([400, policy, restOf('read', 3)]);
    expect(limitOf(await call(`${PRODUCTS}/${newId()}`))).toEqual([404, policy, restOf('read', 2)]);
  });

  it('has only its id in Redis', async () => {
    const { accountId, call } = await newAccount();
    await call(PRODUCTS);
    expect(await counters.pttl(`limits:read:${accountId}`)).toBeGreaterThan(55_000);
  });
});

describe('a workspace', () => {
  /** A new account of a new workspace, which imports so many identifiers that no marketplace has. */
  async function newImporter() {
    const workspaceId = newId();
    const importSome = async (count: number, at = 0): Promise<Response> => {
      const token = await gateways.at(-1)!.signer.token({ sub: newId(), wid: workspaceId });
      const body = JSON.stringify({
        asins: Array.from({ length: count }, () => 'no ASIN'),
        marketplace: 'CN',
      });
      const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
      return fetch(`${gateways[at]!.origin}${IMPORT}`, { method: 'POST', body, headers });
    };
    return { importSome, used: () => counters.get(`limits:import-items:${workspaceId}`) };
  }

  it('submits as many identifiers as its quota has, in any form, by any account and at any gateway', async () => {
    const { importSome } = await newImporter();
    const answers: number[] = [];
    for (const [nth, count] of [1000, 900, 1000, 500].entries())
      answers.push((await importSome(count, nth % 2)).status);
    expect(answers).toEqual([202, 202, 429, 429]);
    const refused = await importSome(101);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await errorOf(refused)).toMatchObject({ code: 'QuotaExceeded', target: 'asins' });
    expect((await importSome(100)).status).toBe(202); // the refused ones took nothing
    expect((await importSome(1)).status).toBe(429);
    expect((await (await newImporter()).importSome(1000)).status).toBe(202);
  });

  it('uses its quota for imports that were stored, and once for each', async () => {
    const { owners } = gateways[0]!;
    const { importSome, used } = await newImporter();
    const importedAs = async (answer: () => AppError | object): Promise<string | null> => {
      await owners.on(createImport, answer as never);
      await importSome(100);
      return used();
    };
    const stored = { id: newId(), success: [], importing: [], failure: ['no ASIN'] };
    try {
      expect(await importedAs(() => ({ import: stored, replayed: true }))).toBe('0');
      expect(await importedAs(() => new AppError('Unavailable'))).toBe('0');
      expect(await importedAs(() => new AppError('UpstreamTimeout'))).toBe('100'); // perhaps it was stored
      expect(await importedAs(() => ({ import: stored, replayed: false }))).toBe('200');
    } finally {
      await owners.answerWithExamples();
    }
  });
});

describe('the order of checks', () => {
  it('is route and size, then session, then rate limit, then content', async () => {
    const { call, post } = await newAccount();
    for (let i = 0; i < 3; i += 1) await post();
    expect((await post('{', 'text/plain')).status).toBe(429); // not 415
    expect((await post('x'.repeat(70_000))).status).toBe(413);
    expect((await call('/nope', { method: 'POST' })).status).toBe(404);
    expect((await call(GENERATIONS, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${gateways[0]!.origin}${GENERATIONS}`, { method: 'POST' })).status).toBe(401);
  });

  it('counts no unknown routes, invalid tokens and public pages', async () => {
    const { call } = await newAccount();
    const { origin } = gateways[0]!;
    const open = [call('/nope'), fetch(`${origin}${PRODUCTS}`), fetch(`${origin}/docs`)];
    for (const response of await Promise.all(open)) expect(response.headers.get('ratelimit')).toBeNull();
    expect(limitOf(await call(PRODUCTS))[2]).toEqual(restOf('read', 4));
  });
});

it('an account that claims another identity in every request is counted by its token', async () => {
  const { accountId, call } = await newAccount();
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

const LIMITED = [200, 200, 200, 200, 200, 429, 429];

/** What an account of its own gets that reads up to and over the limit, at these gateways by turns. */
async function readsAt(...places: number[]): Promise<number[]> {
  const { call } = await newAccount();
  const statuses: number[] = [];
  for (let i = 0; i < LIMITED.length; i += 1)
    statuses.push((await call(PRODUCTS, {}, places[i % places.length])).status);
  return statuses;
}

describe('Redis', () => {
  it('is asked no more when it hangs: each gateway counts alone', async () => {
    await redis.kill('SIGSTOP');
    try {
      const commandsBefore = commands;
      const givenUpBefore = givenUp;
      expect(await readsAt(2)).toEqual(LIMITED);
      await until('the third gateway gives its connection up', () => givenUp > givenUpBefore);
      expect(commands).toBeGreaterThan(commandsBefore);
      const asked = commands;
      expect(await readsAt(2)).toEqual(LIMITED);
      expect(commands).toBe(asked);
    } finally {
      await redis.kill('SIGCONT');
    }
  });

  it('counts for all gateways again after an outage', async () => {
    await redis.kill('SIGKILL');
    expect(await readsAt(2)).toEqual(LIMITED);
    await redis.restart();
    await until('two gateways share a count', async () => isDeepStrictEqual(await readsAt(0, 1), LIMITED));
  });
});
