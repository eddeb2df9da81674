// Tests operations that create: Location, Idempotency-Key, and waiting for the end of a generation.
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
import { until } from '#testing/until';
import { WaitingGenerationsService } from '../src/generations/waiting-generations.service.ts';
import {
  exampleFinishedGeneration,
  exampleGeneration,
  exampleImport,
} from '../src/openapi/examples/examples.ts';
import {
  BASE,
  GENERATIONS,
  IMPORT,
  JSON_TYPE,
  errorOf,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

const RUNNING = exampleGeneration;
const DONE = exampleFinishedGeneration;
/** Idempotency keys of the creations that reached the owners. */
const keys: (string | undefined)[] = [];
/** Number of reads of the generation. */
let reads = 0;

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: 8 });
}, 60_000);
afterAll(() => gateway.close());
beforeEach(async () => {
  keys.length = reads = 0;
  await gateway.owners.on(createGeneration, ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return { generation: RUNNING, replayed: keys.length > 1 };
  });
  await gateway.owners.on(createImport, ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return { import: exampleImport, replayed: keys.length > 1 };
  });
  await gateway.owners.on(getGeneration, () => counted(RUNNING));
});

const counted = (generation: Generation): Generation => {
  reads += 1;
  return generation;
};
const create = (
  path: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> =>
  gateway.call(path, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: path === IMPORT ? '{"asins":["A"]}' : '{"applicationId":"product-title"}',
    ...(signal ? { signal } : {}),
  });
const timed = async (
  headers: Record<string, string>,
): Promise<{ response: Response; body: Generation; ms: number }> => {
  const started = performance.now();
  const response = await create(GENERATIONS, headers);
  return { response, body: (await response.json()) as Generation, ms: performance.now() - started };
};
const announceEnd = (id = RUNNING.id): void =>
  gateway.owners.notify(generationEnded, gateway.claims.wid, { id });

describe.each([
  [GENERATIONS, 201, `${GENERATIONS}/${RUNNING.id}`],
  [IMPORT, 202, `${BASE}/products/imports/${exampleImport.id}`],
])('POST %s', (path, status, location) => {
  it('tells the path of the resource in Location', async () => {
    const response = await create(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('idempotency-replayed')).toBeNull();
    expect(keys).toEqual([undefined]);
  });

  it('passes the Idempotency-Key to the owner, and marks a replayed answer', async () => {
    const key = ` !"~${'k'.repeat(250)}`.trim();
    const first = await create(path, { 'idempotency-key': key });
    const again = await create(path, { 'idempotency-key': key });
    expect(keys).toEqual([key, key]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.status).toBe(status);
  });

  it.each([[''], ['x'.repeat(256)], ['schlüssel'], ['tab\there']])(
    'D32: refuses the Idempotency-Key %.20j',
    async (key) => {
      const response = await create(path, { 'idempotency-key': key });
      expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'Idempotency-Key' });
      expect(keys).toEqual([]);
    },
  );

  it('D32: refuses two Idempotency-Key headers', async () => {
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
  ])('D30, D31: passes on the refusal of the owner, %s', async (error, expected, retryAfter) => {
    await gateway.owners.on(createImport, () => error);
    await gateway.owners.on(createGeneration, () => error);
    const response = await create(path, { 'idempotency-key': 'k' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([expected, retryAfter]);
  });
});

describe('a workspace at its quota', () => {
  it('is refused by the owner for every request, so that a free place is used at once', async () => {
    await gateway.owners.on(createGeneration, ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return new AppError('QuotaExceeded', { retryAfter: 5 });
    });
    for (const headers of [{}, {}, { prefer: 'wait=1' }, { 'idempotency-key': 'k' }]) {
      const response = await create(GENERATIONS, headers as Record<string, string>);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
    }
    expect(keys).toEqual([undefined, undefined, undefined, 'k']);
  });
});

describe('Prefer: wait', () => {
  it('does not wait when it is absent or malformed', async () => {
    for (const headers of [{}, { prefer: 'wait=soon' }, { prefer: 'wait=0' }, { prefer: 'respond-async' }]) {
      const { response, body, ms } = await timed(headers as Record<string, string>);
      expect([response.status, body.status]).toEqual([201, 'RUNNING']);
      expect(response.headers.get('preference-applied')).toBeNull();
      expect(ms).toBeLessThan(500);
    }
  });

  it('answers with the finished record as soon as the end is announced', async () => {
    await gateway.owners.on(getGeneration, () => counted(DONE));
    setTimeout(() => announceEnd(), 300);
    const { response, body, ms } = await timed({ prefer: 'wait=10' });
    expect([response.status, body]).toEqual([201, DONE]);
    expect(response.headers.get('preference-applied')).toBe('wait=10');
    expect(ms).toBeGreaterThan(290);
    expect(ms).toBeLessThan(900);
  });

  it('does not miss an end that is announced before the answer to the creation', async () => {
    await gateway.owners.on(createGeneration, async () => {
      announceEnd();
      await sleep(100);
      return { generation: RUNNING, replayed: false };
    });
    await gateway.owners.on(getGeneration, () => counted(DONE));
    const { body, ms } = await timed({ prefer: 'wait=10' });
    expect(body.status).toBe('SUCCESS');
    expect(ms).toBeLessThan(600);
  });

  it('reads every second in case the notification got lost, and ignores the ends of others', async () => {
    await gateway.owners.on(getGeneration, () => counted(reads === 0 ? RUNNING : DONE));
    setTimeout(() => announceEnd(newId()), 100);
    const { body, ms } = await timed({ prefer: 'wait=10' });
    expect(body.status).toBe('SUCCESS');
    expect(reads).toBe(2);
    expect(ms).toBeGreaterThan(1900);
    expect(ms).toBeLessThan(2600);
  });

  it('answers with the running record when the time is over, and waits at most 60 seconds', async () => {
    const { response, body, ms } = await timed({ prefer: 'wait=2' });
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
    expect(ms).toBeGreaterThan(1950);
    expect(ms).toBeLessThan(2600);
    await gateway.owners.on(createGeneration, () => ({ generation: DONE, replayed: true }));
    const long = await timed({ prefer: 'wait=999' });
    expect(long.response.headers.get('preference-applied')).toBe('wait=60');
  });

  it('answers an accepted generation with 201 even when its owner goes down', async () => {
    await gateway.owners.off(getGeneration);
    const { response, body } = await timed({ prefer: 'wait=2' });
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
  });

  it('ends when the client hangs up', async () => {
    const client = new AbortController();
    const gone = create(GENERATIONS, { prefer: 'wait=30' }, client.signal).catch(() => 'gone');
    await sleep(300);
    client.abort();
    expect(await gone).toBe('gone');
    await sleep(300);
    const before = reads;
    await sleep(1500);
    expect(reads).toBe(before);
  });

  it('is not applied while half of all places wait, or a quarter of these for the workspace', async () => {
    const client = new AbortController();
    const waitAs = async (wid: string, signal?: AbortSignal): Promise<Response | string> => {
      const authorization = `Bearer ${await gateway.signer.token({ wid })}`;
      return create(GENERATIONS, { prefer: 'wait=30', authorization }, signal).catch(() => 'gone');
    };
    const waiting: Promise<Response | string>[] = [];
    const applied = async (wid: string): Promise<boolean> => {
      const began = keys.length;
      waiting.push(waitAs(wid, client.signal));
      await until('the generation is created', () => keys.length > began, { withinMs: 5000, everyMs: 5 });
      const answered = await Promise.race([waiting.at(-1), sleep(300, 'waits')]);
      return answered === 'waits';
    };
    const [one, ...others] = Array.from({ length: 5 }, () => newId()) as [string, ...string[]];
    expect([await applied(one), await applied(one)]).toEqual([true, false]); // a quarter of four places
    const rest = [];
    for (const wid of others) rest.push(await applied(wid));
    expect(rest).toEqual([true, true, true, false]);
    client.abort();
    await Promise.all(waiting);
  });

  it('keeps its place for others when it cannot subscribe to the end', async () => {
    const generations = gateway.app.get(WaitingGenerationsService, { strict: false });
    const actor = { accountId: newId(), workspaceId: 'no subject', sessionId: newId() };
    const applied = async (): Promise<string | null> =>
      (await timed({ prefer: 'wait=1' })).response.headers.get('preference-applied');
    const wait = { seconds: 1, clientGone: new AbortController().signal };
    // The gateway notices some time later that clients have hung up; until then, theirs are taken.
    await until('there is a place', async () => (await applied()) === 'wait=1');
    for (let n = 0; n < 4; n += 1) {
      const input = { actor, body: { applicationId: 'product-title' } };
      await expect(generations.create(input, wait)).rejects.toThrow('subject');
    }
    expect(await applied()).toBe('wait=1');
  });
});

describe('shutdown', () => {
  it('answers waiting clients with the current record, and does not wait for idle connections', async () => {
    const silent = connect(gateway.port, '127.0.0.1');
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
