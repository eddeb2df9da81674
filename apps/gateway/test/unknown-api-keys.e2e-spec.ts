// Tests what API keys that auth does not know cost their network: each counts once, and those that it knows are served on.
import { mock } from 'node:test';
import { findApiKey } from '#contracts';
import { newId } from '#platform/context';
import { hashApiKey, newApiKey } from '#platform/crypto';
import type { KnownApiKey } from '../src/access/known-api-keys.service.ts';
import { PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

/** Unknown keys that a network may send in a minute. */
const LIMIT = 10;
let gateway: GatewayEnvironment;
/** Keys by hash, as auth knows them, and the hashes that it was asked for. */
const keys = new Map<string, KnownApiKey>();
const asked: string[] = [];
/** By how much the clock is ahead, in milliseconds. */
let laterMs = 0;

beforeAll(async () => {
  gateway = await startGateway({ LIMIT_SIGN_INS_PER_MIN: LIMIT / 10 });
  await answerAsAuth();
});
afterAll(() => gateway?.close());
beforeEach(() => {
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + laterMs);
});
afterEach(() => mock.restoreAll());

const answerAsAuth = (): Promise<void> =>
  gateway.owners.on(findApiKey, ({ hash }) => {
    asked.push(hash);
    return { apiKey: keys.get(hash) };
  });

const use = async (key: string): Promise<number> =>
  (await gateway.call(PRODUCTS, { headers: { authorization: `Bearer ${key}` } })).status;

function newKnownKey(): string {
  const key = newApiKey();
  const { sub: accountId, wid: workspaceId } = gateway.claims;
  keys.set(hashApiKey(key), { id: newId(), accountId, workspaceId, scopes: ['read'] });
  return key;
}

it('one that cannot be looked up does not count', async () => {
  await gateway.owners.off(findApiKey);
  for (let n = 0; n < 2 * LIMIT; n += 1) expect(await use(newApiKey())).toBe(503);
  await answerAsAuth();
  expect(await use(newApiKey())).toBe(401);
  laterMs += 60_000;
});

it('one that is sent again and again counts once, and is asked for once a minute', async () => {
  const key = newApiKey();
  const questions = (): number => asked.filter((hash) => hash === hashApiKey(key)).length;
  for (let n = 0; n < 2 * LIMIT; n += 1, laterMs += 1000) expect(await use(key)).toBe(401);
  expect(questions()).toBe(1);
  expect(await use(newKnownKey())).toBe(200);
  laterMs += 60_000;
  expect(await use(key)).toBe(401);
  expect(questions()).toBe(2);
});

it('a network at its limit is refused further ones, and served those that are known', async () => {
  const known = newKnownKey();
  const ended = newKnownKey();
  expect([await use(known), await use(ended)]).toEqual([200, 200]);
  const guesses = await Promise.all(Array.from({ length: 2 * LIMIT }, () => use(newApiKey())));
  expect(guesses).toContain(429);
  expect((await gateway.call(PRODUCTS)).status).toBe(200); // with a token
  keys.delete(hashApiKey(ended));
  for (let n = 0; n < 3; n += 1) {
    laterMs += 1000; // as old as an answer may be
    expect([await use(known), await use(ended), await use(newApiKey())]).toEqual([200, 401, 429]);
  }
});
