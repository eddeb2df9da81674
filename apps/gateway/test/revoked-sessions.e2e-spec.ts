// Tests how the gateway learns of revoked sessions: from notifications, and from the list of auth.
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { mock } from 'node:test';
import {
  ACCESS_TOKEN_SECONDS,
  AppError,
  CLOCK_LEEWAY_SECONDS,
  createGeneration,
  getGeneration,
  listRevocations,
  MAX_REVOCATIONS,
  REVOKED,
  sessionsRevoked,
  type ErrorResponse,
} from '#contracts';
import { newId } from '#platform/context';
import { Bus, BusConnection } from '#platform/messaging';
import { Health } from '#platform/observability';
import { EventReader } from '#testing/http';
import { until } from '#testing/until';
import { exampleGeneration } from '../src/openapi/examples/examples.ts';
import {
  errorOf,
  GENERATIONS,
  IMPORT,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());
beforeEach(() => gateway.owners.answerWithExamples());

/** A session of its own: its id, and the header with its token. */
async function newSession(): Promise<{ id: string; headers: { authorization: string } }> {
  const id = newId();
  return { id, headers: { authorization: `Bearer ${await gateway.signer.token({ sid: id })}` } };
}

const list = async (headers: Record<string, string>): Promise<number> =>
  (await gateway.call(PRODUCTS, { headers })).status;

const revoke = (...sessionIds: string[]): void =>
  gateway.owners.notify(sessionsRevoked, REVOKED, { sessionIds });

const reconnect = (): Promise<void> => gateway.app.get(BusConnection, { strict: false }).nats.reconnect();

describe('a revoked session', () => {
  it('is refused as InvalidToken after the notification, and other sessions of its account are not', async () => {
    const { id, headers } = await newSession();
    const other = await newSession();
    expect(await list(headers)).toBe(200);
    revoke(id);
    await until('the session is refused', async () => (await list(headers)) === 401);
    const response = await gateway.call(PRODUCTS, { headers });
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="api", error="invalid_token"');
    expect((await errorOf(response)).code).toBe('InvalidToken');
    expect(await list(other.headers)).toBe(200);
  });

  it('is refused when its token comes for the first time', async () => {
    const { id, headers } = await newSession();
    const known = await newSession();
    await list(known.headers);
    revoke(id, known.id);
    await until('the notification has come', async () => (await list(known.headers)) === 401);
    expect(await list(headers)).toBe(401);
  });

  it('is refused after its body has been read, when it was revoked meanwhile', async () => {
    const { id, headers } = await newSession();
    const body = JSON.stringify({ asins: ['B000000001'] });
    const options = { method: 'POST', headers: { ...headers, ...JSON_TYPE, 'content-length': body.length } };
    const sending = request(`${gateway.origin}${IMPORT}`, options);
    const answered = new Promise<IncomingMessage>((resolve) => sending.once('response', resolve));
    sending.write(body.slice(0, 5));
    await until('the session may be used', async () => (await list(headers)) === 200);
    revoke(id);
    await until('the session is refused', async () => (await list(headers)) === 401);
    sending.end(body.slice(5));
    const response = await answered;
    expect(response.statusCode).toBe(401);
    expect(((await json(response)) as ErrorResponse).error.code).toBe('InvalidToken');
    expect(gateway.owners.accepted).toEqual([]);
  });

  it('ends a wait for a generation at once', async () => {
    const { id, headers } = await newSession();
    const running = { ...exampleGeneration, status: 'RUNNING' as const };
    let isCreated = false;
    await gateway.owners.on(getGeneration, () => running);
    await gateway.owners.on(createGeneration, () => {
      isCreated = true;
      return { generation: running, replayed: false };
    });
    const waiting = gateway.call(GENERATIONS, {
      method: 'POST',
      body: '{"applicationId":"product-title"}',
      headers: { ...headers, ...JSON_TYPE, prefer: 'wait=60' },
    });
    await until('the generation was created', () => isCreated);
    const revokedAt = performance.now();
    revoke(id);
    expect((await errorOf(await waiting)).code).toBe('InvalidToken');
    expect(performance.now() - revokedAt).toBeLessThan(10_000);
  });
});

/** Lets the list, which is empty, be read to its end. */
async function readTwice(): Promise<void> {
  let reads = 0;
  await gateway.owners.on(listRevocations, () => {
    reads += 1;
    return { sessionIds: [] };
  });
  for (const count of [1, 2]) {
    await reconnect();
    await until('the list is read', () => reads >= count); // one reading after the other
  }
}

/** Lets the gateway have heard of a revocation so many seconds ago. */
async function revokedSoLongAgo(id: string, secondsAgo: number): Promise<void> {
  const now = performance.now.bind(performance);
  const told = Promise.withResolvers<void>();
  const bus = gateway.app.get(Bus, { strict: false });
  const subscription = bus.onNotification(sessionsRevoked, REVOKED, ({ sessionIds }) => {
    if (sessionIds.includes(id)) told.resolve();
  });
  const clock = mock.method(performance, 'now', () => now() - secondsAgo * 1000);
  revoke(id);
  await told.promise;
  clock.mock.restore();
  subscription.unsubscribe();
}

describe('the list of revoked sessions', () => {
  it('is read again after a reconnection, in pages', async () => {
    const { id, headers } = await newSession();
    const ids = [...Array.from({ length: MAX_REVOCATIONS }, newId), id].toSorted();
    await gateway.owners.on(listRevocations, ({ after = '' }) => ({
      sessionIds: ids.filter((one) => one > after).slice(0, MAX_REVOCATIONS),
    }));
    expect(await list(headers)).toBe(200);
    await reconnect();
    await until('the session is refused', async () => (await list(headers)) === 401);
  });

  it('need not name a session for it to stay revoked: the clock of auth may be ahead', async () => {
    const { id, headers } = await newSession();
    revoke(id);
    await until('the session is refused', async () => (await list(headers)) === 401);
    await readTwice(); // the list of auth is empty
    expect(await list(headers)).toBe(401);
  });

  it('ends, for a session that it does not name, once its tokens have expired by every clock', async () => {
    const old = await newSession();
    const young = await newSession();
    await revokedSoLongAgo(old.id, ACCESS_TOKEN_SECONDS + CLOCK_LEEWAY_SECONDS + 1);
    await revokedSoLongAgo(young.id, ACCESS_TOKEN_SECONDS + CLOCK_LEEWAY_SECONDS - 60);
    const named = await newSession();
    await revokedSoLongAgo(named.id, ACCESS_TOKEN_SECONDS + CLOCK_LEEWAY_SECONDS + 1);
    await gateway.owners.on(listRevocations, () => ({ sessionIds: [named.id] }));
    expect(await list(old.headers)).toBe(401);
    await reconnect();
    await until('the session is forgotten', async () => (await list(old.headers)) === 200);
    expect([await list(young.headers), await list(named.headers)]).toEqual([401, 401]);
  });

  it('stays as it is while auth does not answer', async () => {
    const { id, headers } = await newSession();
    revoke(id);
    await until('the session is refused', async () => (await list(headers)) === 401);
    let asked = 0;
    await gateway.owners.on(listRevocations, () => {
      asked += 1;
      return new AppError('Unavailable');
    });
    await reconnect();
    await until('the list was asked for again after a failure', () => asked > 1);
    expect(await list(headers)).toBe(401);
  });
});

it('a gateway that has not read the list is not ready, and refuses every token with 503', async () => {
  const isolated = await startGateway({}, { isReady: false });
  try {
    const response = await isolated.call(PRODUCTS);
    expect((await errorOf(response)).code).toBe('Unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
    const problems = await isolated.app.get(Health, { strict: false }).problems();
    expect(problems).toEqual({ revocations: 'the revoked sessions have not been read' });
    await isolated.owners.on(listRevocations, () => ({ sessionIds: [] }));
    await until('the gateway serves', async () => (await isolated.call(PRODUCTS)).status === 200);
  } finally {
    await isolated.close();
  }
});

it('a gateway that could not read the list for longer than auth keeps a revocation ends its streams', async () => {
  const away = await startGateway({ FALLBACK_READ_MS: 100 });
  let reads = 0;
  await away.owners.on(listRevocations, () => {
    reads += 1;
    return { sessionIds: [] };
  });
  /** Lets the list be read twice, so many seconds ago. */
  const read = async (secondsAgo: number): Promise<void> => {
    const now = Date.now;
    const clock = mock.method(Date, 'now', () => now() - secondsAgo * 1000);
    const from = reads;
    await until('the list was read', () => reads >= from + 2);
    clock.mock.restore();
  };
  const id = newId();
  await away.owners.keepLiveText();
  await away.owners.on(getGeneration, () => ({ ...exampleGeneration, id, status: 'RUNNING' as const }));
  const stream = await EventReader.open(`${away.origin}${GENERATIONS}/${id}/events`, away.token);
  try {
    expect(stream.response.status).toBe(200);
    await read(ACCESS_TOKEN_SECONDS - 60);
    await read(0);
    expect(stream.state).toBe('open');
    await read(ACCESS_TOKEN_SECONDS + 60);
    await until('the stream ends', () => stream.state === 'ended');
  } finally {
    stream.close();
    await away.close();
  }
});
