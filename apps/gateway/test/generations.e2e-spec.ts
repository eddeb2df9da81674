// Creating POSTs at a running gateway: where the resource is, repeating safely, waiting for the end.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppError,
  createGeneration,
  createImport,
  generationEnded,
  getGeneration,
  type Generation,
} from '#contracts';
import { newId } from '#platform/context';
import {
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
} from '../src/openapi/examples.rules.ts';
import { BASE, errorOf, startGateway, type RunningGateway } from './running-gateway.ts';

let gateway: RunningGateway;
const GENERATIONS = `${BASE}/generations`;
const IMPORT = `${BASE}/products/import/retailer`;
const RUNNING = exampleGeneration;
const DONE = exampleFinishedGeneration;
/** Keys that reached the owners. */
const keys: (string | undefined)[] = [];
let looks = 0;

beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: 8 });
}, 60_000);
afterAll(() => gateway.close());
beforeEach(async () => {
  keys.length = looks = 0;
  await gateway.owners.on(createGeneration, ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return { generation: RUNNING, replayed: keys.length > 1 };
  });
  await gateway.owners.on(createImport, ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return { import: exampleImport, replayed: keys.length > 1 };
  });
  await gateway.owners.on(getGeneration, () => look(RUNNING));
});

const look = (generation: Generation): Generation => {
  looks += 1;
  return generation;
};
const post = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> =>
  gateway.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: path === IMPORT ? '{"asins":["A"]}' : '{"applicationId":"product-title"}',
    ...(signal ? { signal } : {}),
  });
const timed = async (
  headers: Record<string, string>,
): Promise<{ response: Response; body: Generation; ms: number }> => {
  const started = performance.now();
  const response = await post(GENERATIONS, headers);
  return { response, body: (await response.json()) as Generation, ms: performance.now() - started };
};
const end = (id = RUNNING.id): void => gateway.owners.signal(generationEnded, gateway.claims.wid, { id });

describe.each([
  [GENERATIONS, 201, `${GENERATIONS}/${RUNNING.id}`],
  [IMPORT, 202, `${BASE}/products/imports/${exampleImport.id}`],
])('POST %s', (path, status, location) => {
  it('says where the resource is', async () => {
    const response = await post(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('idempotency-replayed')).toBeNull();
    expect(keys).toEqual([undefined]);
  });

  it('hands the key to the owner, and says when the answer is a repeated one', async () => {
    const key = ` !"~${'k'.repeat(250)}`.trim();
    const first = await post(path, { 'idempotency-key': key });
    const again = await post(path, { 'idempotency-key': key });
    expect(keys).toEqual([key, key]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.status).toBe(status);
  });

  it.each([[''], ['x'.repeat(256)], ['schlüssel'], ['tab\there']])(
    'D32: refuses the key %.20j',
    async (key) => {
      const response = await post(path, { 'idempotency-key': key });
      expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'Idempotency-Key' });
      expect(keys).toEqual([]);
    },
  );

  it('D32: refuses two keys', async () => {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n`;
    const body = path === IMPORT ? '{"asins":["A"]}' : '{"applicationId":"a"}';
    const typed = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const response = await gateway.raw(`${head}Idempotency-Key: a\r\nIdempotency-Key: a\r\n${typed}`);
    expect(response.status).toBe(400);
    expect(response.text).toContain('"target":"Idempotency-Key"');
    expect(keys).toEqual([]);
  });

  it.each([
    [new AppError('IdempotencyKeyReused'), 422, null],
    [new AppError('IdempotencyInProgress', { retryAfter: 1 }), 409, '1'],
  ])('D30, D31: passes the owner’s %s on', async (error, expected, retryAfter) => {
    await gateway.owners.on(createImport, () => error);
    await gateway.owners.on(createGeneration, () => error);
    const response = await post(path, { 'idempotency-key': 'k' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([expected, retryAfter]);
  });
});

describe('a workspace that was told that it has no room', () => {
  const someone = async (): Promise<{ authorization: string }> => ({
    authorization: `Bearer ${await gateway.signer.token({ wid: newId() })}`,
  });

  it('is told so again for a moment without a question, unless the owner may know its request', async () => {
    await gateway.owners.on(createGeneration, ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return new AppError('QuotaExceeded', { retryAfter: 5 });
    });
    const asker = await someone();
    const ask = async (headers: object = {}): Promise<void> =>
      expect((await post(GENERATIONS, { ...asker, ...headers })).status).toBe(429);
    await ask();
    await Promise.all([ask(), ask({ prefer: 'wait=1' }), ask({ 'idempotency-key': 'k' })]);
    expect(keys).toEqual([undefined, 'k']);
    await ask(await someone());
    expect(keys).toHaveLength(3);
    await sleep(300);
    await ask();
    expect(keys).toHaveLength(4);
  });
});

describe('Prefer: wait', () => {
  it('that is absent or malformed waits for nothing', async () => {
    for (const headers of [{}, { prefer: 'wait=soon' }, { prefer: 'wait=0' }, { prefer: 'respond-async' }]) {
      const { response, body, ms } = await timed(headers as Record<string, string>);
      expect([response.status, body.status]).toEqual([201, 'RUNNING']);
      expect(response.headers.get('preference-applied')).toBeNull();
      expect(ms).toBeLessThan(500);
    }
  });

  it('answers with the finished record as soon as its end is told', async () => {
    await gateway.owners.on(getGeneration, () => look(DONE));
    setTimeout(() => end(), 300);
    const { response, body, ms } = await timed({ prefer: 'wait=10' });
    expect([response.status, body]).toEqual([201, DONE]);
    expect(response.headers.get('preference-applied')).toBe('wait=10');
    expect(ms).toBeGreaterThan(290);
    expect(ms).toBeLessThan(900);
  });

  it('does not miss an end that comes before the answer to the post', async () => {
    await gateway.owners.on(createGeneration, async () => {
      end();
      await sleep(100);
      return { generation: RUNNING, replayed: false };
    });
    await gateway.owners.on(getGeneration, () => look(DONE));
    const { body, ms } = await timed({ prefer: 'wait=10' });
    expect(body.status).toBe('SUCCESS');
    expect(ms).toBeLessThan(600);
  });

  it('looks each second when the hint gets lost, and takes no notice of others’', async () => {
    await gateway.owners.on(getGeneration, () => look(looks === 0 ? RUNNING : DONE));
    setTimeout(() => end(newId()), 100);
    const { body, ms } = await timed({ prefer: 'wait=10' });
    expect(body.status).toBe('SUCCESS');
    expect(looks).toBe(2);
    expect(ms).toBeGreaterThan(1900);
    expect(ms).toBeLessThan(2600);
  });

  it('answers with the running record when the time is over, at most 60 seconds by its word', async () => {
    const { response, body, ms } = await timed({ prefer: 'wait=2' });
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
    expect(ms).toBeGreaterThan(1950);
    expect(ms).toBeLessThan(2600);
    await gateway.owners.on(createGeneration, () => ({ generation: DONE, replayed: true }));
    const long = await timed({ prefer: 'wait=999' });
    expect(long.response.headers.get('preference-applied')).toBe('wait=60');
  });

  it('outlives an owner that goes away: what was accepted is 201', async () => {
    await gateway.owners.off(getGeneration);
    const { response, body } = await timed({ prefer: 'wait=2' });
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
  });

  it('ends with the client', async () => {
    const client = new AbortController();
    const gone = post(GENERATIONS, { prefer: 'wait=30' }, client.signal).catch(() => 'gone');
    await sleep(300);
    client.abort();
    expect(await gone).toBe('gone');
    await sleep(300);
    const seen = looks;
    await sleep(1500);
    expect(looks).toBe(seen);
  });

  it('is not heeded when half of all places wait, so that others find one', async () => {
    const client = new AbortController();
    const waiting = Array.from({ length: 4 }, () =>
      post(GENERATIONS, { prefer: 'wait=30' }, client.signal).catch(() => 'gone'),
    );
    await sleep(300);
    const { response, ms } = await timed({ prefer: 'wait=30' });
    expect(response.status).toBe(201);
    expect(response.headers.get('preference-applied')).toBeNull();
    expect(ms).toBeLessThan(500);
    client.abort();
    expect(await Promise.all(waiting)).toEqual(['gone', 'gone', 'gone', 'gone']);
  });
});

describe('leaving', () => {
  it('gives those who wait the record as it stands, and waits for no idle or silent connection', async () => {
    const silent = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
    await gateway.call(`${BASE}/nope`);
    const waiting = timed({ prefer: 'wait=30' });
    await sleep(300);
    const started = performance.now();
    await gateway.app.close();
    const { response, body } = await waiting;
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
    expect(performance.now() - started).toBeLessThan(3000);
    silent.destroy();
  });
});
