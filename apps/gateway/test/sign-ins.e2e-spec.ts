// How often somebody may try to sign in: by address, by e-mail and address, by e-mail; behind a trusted proxy.
import { rm } from 'node:fs/promises';
import { createSession, AppError } from '#contracts';
import { newId } from '#platform/context';
import { Redis } from '#platform/redis';
import { temporaryFolder } from '#testing/harness';
import { freePort } from '#testing/ports';
import { startRedis, type RedisServer } from '#testing/redis';
import { exampleToken } from '../src/openapi/examples.rules.ts';
import { CORE, errorOf, startGateway, type RunningGateway } from './running-gateway.ts';

const PER_MINUTE = 20;
const FAILURES = 4;
let dir: string;
let redis: RedisServer;
let counters: Redis;
let gateway: RunningGateway;
/** As the gateway, but trusts nobody to say where a request comes from. */
let trustless: RunningGateway;
/** E-mails of the sign-ins that reached auth. */
let seen: string[];
/** What auth says to the right password. */
let rightly: typeof exampleToken | AppError;

beforeAll(async () => {
  dir = await temporaryFolder('sign-ins');
  const passwords = { bull: 'bull-password', limits: 'limits-password' };
  redis = await startRedis({ dir, port: await freePort(), passwords });
  counters = new Redis(redis.limitsUrl);
  const settings = {
    REDIS_URL: redis.limitsUrl,
    LIMIT_TIMEOUT_MS: 1000, // a busy machine shall not make it count alone
    LIMIT_SIGN_INS_PER_MIN: PER_MINUTE,
    LIMIT_SIGN_IN_FAILURES: FAILURES,
  };
  trustless = await startGateway(settings);
  gateway = await startGateway({ ...settings, TRUSTED_PROXIES: '127.0.0.0/8,10.1.2.3' });
  for (const { owners } of [trustless, gateway])
    await owners.on(createSession, ({ email, password }) => {
      seen.push(email);
      return password === 'right' ? rightly : new AppError('InvalidCredentials');
    });
}, 60_000);
afterAll(async () => {
  await Promise.all([trustless?.close(), gateway?.close()]);
  counters?.disconnect();
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
}, 30_000);
beforeEach(() => {
  seen = [];
  rightly = exampleToken;
});

let last = 0;
const newAddress = (): string => `198.51.${100 + Math.floor((last += 1) / 250)}.${last % 250}`;
const newEmail = (): string => `${newId()}@example.com`;

const sendTo = (
  { origin }: RunningGateway,
  credentials: object,
  headers: Record<string, string>,
): Promise<Response> =>
  fetch(`${origin}${CORE}/accounts/sessions/email`, {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json', ...headers },
  });
const send = (email: unknown, password: string, forwarded: string): Promise<Response> =>
  sendTo(gateway, { email, password }, { 'x-forwarded-for': forwarded });
const signIn = async (email: unknown, password: string, forwarded: string): Promise<number> =>
  (await send(email, password, forwarded)).status;

async function fail(email: string, address: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) expect(await signIn(email, 'wrong', address)).toBe(401);
}

describe('an address', () => {
  it('tries so often a minute, whatever comes of it, and another still may', async () => {
    const address = newAddress();
    for (let i = 0; i < PER_MINUTE; i += 1) {
      const answer = await send(i % 2 ? newEmail() : 'no e-mail', 'right', address);
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
        i % 2 ? 201 : 400,
        `"sign-in";r=${PER_MINUTE - 1 - i};t=60`,
      ]);
      expect(answer.headers.get('ratelimit-policy')).toBe(`"sign-in";q=${PER_MINUTE};w=60`);
    }
    const refused = await send(newEmail(), 'right', address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    expect(await signIn(newEmail(), 'right', newAddress())).toBe(201);
  });

  it('of IPv6 is its first 64 bits', async () => {
    for (let i = 0; i < PER_MINUTE; i += 1) await signIn(newEmail(), 'right', `2001:db8:5:6::${i}`);
    expect(await signIn(newEmail(), 'right', '2001:db8:5:6:ffff::1')).toBe(429);
    expect(await signIn(newEmail(), 'right', '2001:db8:5:7::1')).toBe(201);
  });

  it('is the last one that no trusted proxy has: what a client adds before it counts for nothing', async () => {
    const address = newAddress();
    for (let i = 0; i < PER_MINUTE; i += 1) await signIn(newEmail(), 'right', `203.0.113.${i}, ${address}`);
    expect(await signIn(newEmail(), 'right', `203.0.113.99, ${address}, 10.1.2.3`)).toBe(429);
    expect(await signIn(newEmail(), 'right', `${address}, 10.9.9.9`)).toBe(201); // not a trusted one
  });
});

describe('a client that says in each request that it comes from elsewhere', () => {
  const elsewhere = (i: number): Record<string, string> => ({
    forwarded: `for=203.0.113.${i};proto=https`,
    'x-real-ip': `203.0.113.${i}`,
    'x-client-ip': `203.0.113.${i}`,
    'true-client-ip': `203.0.113.${i}`,
    'cf-connecting-ip': `203.0.113.${i}`,
    'x-user-id': newId(),
    'x-workspace-id': newId(),
  });

  it.each([
    ['no proxy', () => trustless, (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}` })],
    [
      'a trusted proxy',
      () => gateway,
      (i: number, at: string) => ({ 'x-forwarded-for': `203.0.113.${i}, ${at}` }),
    ],
  ])('D7: through %s is counted as who it is', async (_, to, forwarded) => {
    const address = newAddress();
    const answers: Response[] = [];
    for (let i = 0; i <= PER_MINUTE; i += 1) {
      const credentials = { email: newEmail(), password: 'right' };
      answers.push(await sendTo(to(), credentials, { ...elsewhere(i), ...forwarded(i, address) }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(PER_MINUTE).fill(201), 429]);
    const refused = answers.at(-1)!;
    expect(refused.headers.get('ratelimit')).toMatch(/^"sign-in";r=0;t=\d+$/);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    expect(seen).toHaveLength(PER_MINUTE);
  });
});

describe('failures', () => {
  it('of an e-mail from one address shut it out there, with the right password too, and nowhere else', async () => {
    const [email, address] = [newEmail(), newAddress()];
    await fail(email, address, FAILURES);
    const refused = await send(email.toUpperCase(), 'right', address);
    expect(refused.status).toBe(429);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(seen).toHaveLength(FAILURES);
    expect(await signIn(newEmail(), 'right', address)).toBe(201);
    expect(await signIn(email, 'right', newAddress())).toBe(201);
  });

  it('are no more when they come at once', async () => {
    const [email, address] = [newEmail(), newAddress()];
    const all = await Promise.all(Array.from({ length: 15 }, () => signIn(email, 'wrong', address)));
    expect(seen).toHaveLength(FAILURES);
    expect(all.filter((status) => status === 429)).toHaveLength(15 - FAILURES);
  });

  it('are not what succeeds, nor what auth could not do', async () => {
    const [email, address] = [newEmail(), newAddress()];
    await fail(email, address, FAILURES - 1);
    for (let i = 0; i < 3; i += 1) expect(await signIn(email, 'right', address)).toBe(201);
    rightly = new AppError('Unavailable', { retryAfter: 1 });
    for (let i = 0; i < 3; i += 1) expect(await signIn(email, 'right', address)).toBe(503);
    expect(await signIn(email, 'wrong', address)).toBe(401);
    expect(await signIn(email, 'wrong', address)).toBe(429);
  });

  it('of an e-mail from many addresses slow it down by 2 seconds at the most, and never shut it out', async () => {
    const email = newEmail();
    for (let i = 0; i < 3; i += 1) await fail(email, newAddress(), FAILURES);
    const started = performance.now();
    expect(await signIn(email, 'right', newAddress())).toBe(201);
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(1000);
    expect(took).toBeLessThan(2500);
  }, 20_000);
});

describe('Redis', () => {
  it('never sees an e-mail or an address, and every counter in it ends', async () => {
    const [email, address] = [newEmail(), newAddress()];
    await fail(email, address, 1);
    const keys = await counters.keys('*').catch(() => []);
    let [cursor, found] = await counters.scan(0, 'COUNT', 1000);
    for (; cursor !== '0';) {
      const [next, more] = await counters.scan(cursor, 'COUNT', 1000);
      [cursor, found] = [next, [...found, ...more]];
    }
    expect(keys).toEqual([]); // its user may not list them so
    expect(found.length).toBeGreaterThan(2);
    for (const key of found) {
      expect(key).toMatch(/^limits:(sign-in|failures|failures-of-all):[\w-]{22}$/);
      expect(await counters.pttl(key)).toBeGreaterThan(0);
    }
  });
});
