// Tests the limits of sign-ins: by address, by e-mail and address, by e-mail, with and without a trusted proxy.
import { rm } from 'node:fs/promises';
import { createSession, AppError } from '#contracts';
import { newId } from '#platform/context';
import { Redis } from '#platform/redis';
import { loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import { until } from '#testing/until';
import { exampleSignedIn } from '../src/openapi/examples/account-examples.ts';
import {
  SIGN_IN,
  errorOf,
  startGateway,
  untilCountedIn,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const PER_MINUTE = 20;
const FAILURES = 4;
/** Longest delay of a sign-in, in milliseconds. */
const DELAY_MAX = 500;
let dir: string;
let redis: RedisServer;
let counters: Redis;
let gateway: GatewayEnvironment;
/** A gateway without trusted proxies. */
let withoutProxy: GatewayEnvironment;
/** A gateway that trusts one proxy, whatever its address, and has four places for sign-ins. */
let behindOne: GatewayEnvironment;
/** E-mails of the sign-ins that reached auth. */
let emails: string[];
/** Whether each of them came from a network with many failures. */
const suspects = new Map<string, boolean>();
/** How long the gateway waits for the last sign-in that reached auth, in milliseconds. */
let lastWaitMs = 0;
/** The answer of auth to the right password. */
let answer: typeof exampleSignedIn | AppError;
/** Auth answers no sooner. */
let answersAt: Promise<void> | undefined;

beforeAll(async () => {
  dir = await temporaryFolder('sign-ins');
  redis = await startRedis({ dir, secrets: await loadSecrets(dir), testingUser: true });
  counters = new Redis(redis.url('testing'));
  const settings = {
    REDIS_URL: redis.url('gateway'),
    LIMIT_TIMEOUT_MS: 10_000, // so that a busy machine does not make it count alone
    LIMIT_SIGN_INS_PER_MIN: PER_MINUTE,
    LIMIT_SIGN_IN_FAILURES: FAILURES,
    SIGN_IN_DELAY_MAX_MS: DELAY_MAX,
  };
  withoutProxy = await startGateway(settings);
  gateway = await startGateway({ ...settings, TRUSTED_PROXIES: '127.0.0.0/8,10.1.2.3' });
  behindOne = await startGateway({ ...settings, TRUSTED_PROXIES: '1', IN_FLIGHT_MAX: 16 });
  for (const one of [withoutProxy, gateway, behindOne]) {
    await untilCountedIn(counters, one, behindOne.signer);
    await one.owners.on(createSession, async ({ email, password, suspect = false }, waitsMs) => {
      emails.push(email);
      lastWaitMs = waitsMs;
      suspects.set(email, suspect);
      await answersAt;
      return password === 'right' ? answer : new AppError('InvalidCredentials');
    });
  }
});
afterAll(async () => {
  await Promise.all([withoutProxy, gateway, behindOne].map((one) => one?.close()));
  counters?.disconnect();
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(() => {
  emails = [];
  answersAt = undefined;
  answer = exampleSignedIn;
});

let last = 0;
const newAddress = (): string => `198.51.${100 + Math.floor((last += 1) / 250)}.${last % 250}`;
const newEmail = (): string => `${newId()}@example.com`;

const sendTo = (
  { origin }: GatewayEnvironment,
  credentials: object,
  headers: Record<string, string>,
): Promise<Response> =>
  fetch(`${origin}${SIGN_IN}`, {
    method: 'POST',
    body: JSON.stringify(credentials),
    headers: { 'content-type': 'application/json', ...headers },
  });
const send = (email: unknown, password: string, forwarded: string): Promise<Response> =>
  sendTo(gateway, { email, password }, { 'x-forwarded-for': forwarded });
const signIn = async (email: unknown, password: string, forwarded: string): Promise<number> =>
  (await send(email, password, forwarded)).status;

/** Expects the whole seconds of a window of a minute that began at `started`; its requests may take their time. */
function expectRestOfMinute(seconds: number, started: number): void {
  expect(seconds).toBeLessThanOrEqual(60);
  expect(seconds).toBeGreaterThanOrEqual(60 - (performance.now() - started) / 1000);
}

async function fail(email: string, address: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) expect(await signIn(email, 'wrong', address)).toBe(401);
}

describe('an address', () => {
  it('has a limit of attempts a minute, successful or not, and another address has its own', async () => {
    const address = newAddress();
    const started = performance.now();
    for (let i = 0; i < PER_MINUTE; i += 1) {
      const response = await send(i % 2 ? newEmail() : 'no e-mail', 'right', address);
      expect(response.status).toBe(i % 2 ? 201 : 400);
      expect(response.headers.get('ratelimit-policy')).toBe(`"sign-in";q=${PER_MINUTE};w=60`);
      const [, left, seconds] =
        /^"sign-in";r=(\d+);t=(\d+)$/.exec(response.headers.get('ratelimit') ?? '') ?? [];
      expect(Number(left)).toBe(PER_MINUTE - 1 - i);
      expectRestOfMinute(Number(seconds), started);
    }
    const refused = await send(newEmail(), 'right', address);
    expect(refused.status).toBe(429);
    expectRestOfMinute(Number(refused.headers.get('retry-after')), started);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    expect(await signIn(newEmail(), 'right', newAddress())).toBe(201);
  });

  it('of IPv6 is counted by its first 64 bits', async () => {
    for (let i = 0; i < PER_MINUTE; i += 1) await signIn(newEmail(), 'right', `2001:db8:5:6::${i}`);
    expect(await signIn(newEmail(), 'right', '2001:db8:5:6:ffff::1')).toBe(429);
    expect(await signIn(newEmail(), 'right', '2001:db8:5:7::1')).toBe(201);
  });

  it('of IPv6 shares a limit of four times as much with those of its first 48 bits', async () => {
    for (let i = 0; i < 4 * PER_MINUTE; i += 1)
      expect(await signIn(newEmail(), 'right', `2001:db8:7:${i.toString(16)}::1`)).toBe(201);
    expect(await signIn(newEmail(), 'right', '2001:db8:7:ffff::1')).toBe(429);
    expect(await signIn(newEmail(), 'right', '2001:db8:8:ffff::1')).toBe(201);
  });

  it('is the last one in X-Forwarded-For that is not a trusted proxy', async () => {
    const address = newAddress();
    for (let i = 0; i < PER_MINUTE; i += 1) await signIn(newEmail(), 'right', `203.0.113.${i}, ${address}`);
    expect(await signIn(newEmail(), 'right', `203.0.113.99, ${address}, 10.1.2.3`)).toBe(429);
    expect(await signIn(newEmail(), 'right', `${address}, 10.9.9.9`)).toBe(201); // 10.9.9.9 is not trusted, so it is the client
  });
});

describe('a client that claims another address in every request', () => {
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
    ['no proxy', () => withoutProxy, (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}` })],
    [
      'a trusted proxy',
      () => gateway,
      (i: number, at: string) => ({ 'x-forwarded-for': `203.0.113.${i}, ${at}` }),
    ],
    [
      'one trusted proxy',
      () => behindOne,
      (i: number, at: string) => ({ 'x-forwarded-for': `203.0.113.${i}, 10.1.2.3, ${at}` }),
    ],
  ])('is counted by its true address through %s', async (_, to, forwarded) => {
    const address = newAddress();
    const responses: Response[] = [];
    for (let i = 0; i <= PER_MINUTE; i += 1) {
      const credentials = { email: newEmail(), password: 'right' };
      responses.push(await sendTo(to(), credentials, { ...elsewhere(i), ...forwarded(i, address) }));
    }
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(PER_MINUTE).fill(201), 429]);
    const refused = responses.at(-1)!;
    expect(refused.headers.get('ratelimit')).toMatch(/^"sign-in";r=0;t=\d+$/);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    expect(emails).toHaveLength(PER_MINUTE);
  });
});

describe('failures', () => {
  it('of an e-mail from one address lock it for that address only, even with the right password', async () => {
    const email = newEmail();
    const address = newAddress();
    await fail(email, address, FAILURES);
    const refused = await send(email.toUpperCase(), 'right', address);
    expect(refused.status).toBe(429);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect(emails).toHaveLength(FAILURES);
    expect(await signIn(newEmail(), 'right', address)).toBe(201);
    expect(await signIn(email, 'right', newAddress())).toBe(201);
  });

  it('are limited too when they come at once', async () => {
    const email = newEmail();
    const address = newAddress();
    const all = await Promise.all(Array.from({ length: 15 }, () => signIn(email, 'wrong', address)));
    expect(emails).toHaveLength(FAILURES);
    expect(all.filter((status) => status === 429)).toHaveLength(15 - FAILURES);
  });

  it('do not include attempts under way, for which a further one waits a moment', async () => {
    const email = newEmail();
    const address = newAddress();
    await fail(email, address, 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    answersAt = promise;
    const underWay = Array.from({ length: FAILURES - 1 }, () => signIn(email, 'right', address));
    await until('they have reached auth', () => emails.length === FAILURES);
    const refused = await send(email, 'right', address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    resolve();
    expect(await Promise.all(underWay)).toEqual(underWay.map(() => 201));
    await fail(email, address, FAILURES - 1);
    const locked = await Promise.all([1, 2, 3].map(() => send(email, 'right', address)));
    for (const { headers } of locked) expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  });

  it('do not include successes and outages of auth', async () => {
    const email = newEmail();
    const address = newAddress();
    await fail(email, address, FAILURES - 1);
    for (let i = 0; i < 3; i += 1) expect(await signIn(email, 'right', address)).toBe(201);
    answer = new AppError('Unavailable', { retryAfter: 1 });
    for (let i = 0; i < 3; i += 1) expect(await signIn(email, 'right', address)).toBe(503);
    expect(await signIn(email, 'wrong', address)).toBe(401);
    expect(await signIn(email, 'wrong', address)).toBe(429);
  });

  it('of an e-mail from many addresses delay it and never lock it, and leave auth its whole time', async () => {
    const email = newEmail();
    for (let i = 0; i < 4; i += 1) await fail(email, newAddress(), FAILURES);
    const started = performance.now();
    expect(await signIn(email, 'right', newAddress())).toBe(201);
    expect(performance.now() - started).toBeGreaterThan(0.9 * DELAY_MAX);
    // A busy machine may take some of it between the delay and the request, but less than the delay.
    expect(lastWaitMs).toBeGreaterThan(createSession.timeoutMs - 0.8 * DELAY_MAX);
  });
});

describe('places for sign-ins', () => {
  const signInAt = (address: string, password = 'right', email = newEmail()): Promise<Response> =>
    sendTo(behindOne, { email, password }, { 'x-forwarded-for': address });
  const arrived = (count: number): Promise<true> =>
    until(`${count} reached auth`, () => emails.length === count);

  it('are shared: one network has a quarter, and those with many failures leave half to the others', async () => {
    const guessing = [newAddress(), newAddress(), newAddress()];
    for (const address of guessing)
      for (let i = 0; i < FAILURES; i += 1) expect((await signInAt(address, 'wrong')).status).toBe(401);
    emails = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    answersAt = promise;
    const waiting: Promise<Response>[] = [];
    for (const address of guessing.slice(0, 2)) {
      waiting.push(signInAt(address));
      await arrived(waiting.length);
      expect(suspects.get(emails.at(-1)!)).toBe(true);
    }
    const second = await signInAt(guessing[0]!);
    const third = await signInAt(guessing[2]!);
    expect([second.status, third.status]).toEqual([429, 503]);
    expect(third.headers.get('retry-after')).toBe('1');
    for (let i = 0; i < 2; i += 1) {
      waiting.push(signInAt(newAddress()));
      await arrived(waiting.length);
      expect(suspects.get(emails.at(-1)!)).toBe(false);
    }
    expect((await signInAt(newAddress())).status).toBe(503);
    resolve();
    for (const response of waiting) expect((await response).status).toBe(201);
    expect((await signInAt(newAddress())).status).toBe(201);
  });
});

describe('Redis', () => {
  it('stores no e-mail and no address, and every counter expires', async () => {
    const email = newEmail();
    const address = newAddress();
    await fail(email, address, 1);
    const found = await counters.keys('*');
    expect(found.length).toBeGreaterThan(2);
    for (const key of found) {
      expect(key).toMatch(
        /^limits:(sign-in|sign-in-network|failures|failures-of-all|failures-of-network):[\w-]{22}$/,
      );
      expect(await counters.pttl(key)).not.toBe(-1); // it would stay for ever; -2 has expired since
    }
  });
});
