// Tests operations that create: Location, Idempotency-Key, and waiting for the end of a generation.
import { connect } from 'node:net';
import {
  CHANGED,
  getMembership,
  membershipsChanged,
  AppError,
  createGeneration,
  createImport,
  generationEnded,
  getGeneration,
  type Generation,
} from '#contracts';
import { newId } from '#platform/context';
import { until } from '#testing/until';
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
  // It reads an awaited generation only when the end is announced.
  gateway = await startGateway({ IN_FLIGHT_MAX: 8, WAIT_READ_MS: 3_600_000 });
});
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
const created = async (
  headers: Record<string, string>,
): Promise<{ response: Response; body: Generation; ms: number }> => {
  const started = performance.now();
  const response = await create(GENERATIONS, headers);
  return { response, body: (await response.json()) as Generation, ms: performance.now() - started };
};
const appliedBy = (response: Response): string | null => response.headers.get('preference-applied');
/** Waits until so many creations have reached the owner; those that wait for the end wait by then. */
const arrived = (count: number): Promise<true> =>
  until(`${count} creations have arrived`, () => keys.length >= count);
const announceEnd = (id = RUNNING.id, wid = gateway.claims.wid, generation?: object): void =>
  gateway.owners.notify(generationEnded, wid, { id, generation });

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
    'refuses the Idempotency-Key %.20j',
    async (key) => {
      const response = await create(path, { 'idempotency-key': key });
      expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target: 'Idempotency-Key' });
      expect(keys).toEqual([]);
    },
  );

  it('refuses two Idempotency-Key headers', async () => {
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
  ])('passes on the refusal of the owner, %s', async (error, expected, retryAfter) => {
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
      const { response, body } = await created(headers as Record<string, string>);
      expect([response.status, body.status, appliedBy(response)]).toEqual([201, 'RUNNING', null]);
      expect(reads).toBe(0); // after a wait, it is read
    }
  });

  it('answers with the finished record when the end is announced, and ignores the ends of others', async () => {
    const waiting = created({ prefer: 'wait=60' });
    await arrived(1);
    const read = () => gateway.call(`${GENERATIONS}/${RUNNING.id}`);
    await read(); // its answer comes after that to the creation
    announceEnd(newId());
    await read(); // its answer comes after the notification
    expect(reads).toBe(2);
    await gateway.owners.on(getGeneration, () => counted(DONE));
    announceEnd();
    const { response, body } = await waiting;
    expect([response.status, body, appliedBy(response)]).toEqual([201, DONE, 'wait=60']);
    expect(reads).toBe(3);
  });

  it('does not miss an end that is announced before the answer to the creation', async () => {
    await gateway.owners.on(createGeneration, () => {
      announceEnd(); // on the same connection as the answer, and so before it
      return { generation: RUNNING, replayed: false };
    });
    await gateway.owners.on(getGeneration, () => counted(DONE));
    const { body } = await created({ prefer: 'wait=60' });
    expect([body.status, reads]).toEqual(['SUCCESS', 1]);
  });

  it.each([
    ['answers with the record that the notification brings, and reads nothing', DONE, 0],
    ['reads the record when the notification brings something else', { id: RUNNING.id }, 1],
  ])('%s', async (_name, told, expected) => {
    await gateway.owners.on(getGeneration, () => counted({ ...DONE, title: 'Read' }));
    const waiting = created({ prefer: 'wait=60' });
    await arrived(1);
    announceEnd(newId(), undefined, { ...DONE, title: 'Of another' });
    announceEnd(RUNNING.id, undefined, told);
    const { body } = await waiting;
    expect([body, reads]).toEqual([{ ...DONE, title: expected === 0 ? DONE.title : 'Read' }, expected]);
  });

  it('reads again and again in case the notification got lost', async () => {
    const readMs = 200;
    const origin = await (await gateway.openCopy({ WAIT_READ_MS: readMs })).getUrl();
    await gateway.owners.on(getGeneration, () => counted(reads === 0 ? RUNNING : DONE));
    const startedAt = performance.now();
    const response = await fetch(`${origin}${GENERATIONS}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${gateway.token}`, prefer: 'wait=60' },
      body: '{"applicationId":"product-title"}',
    });
    expect(((await response.json()) as Generation).status).toBe('SUCCESS');
    expect(reads).toBe(2);
    expect(performance.now() - startedAt).toBeGreaterThan(1.9 * readMs);
  });

  it('answers with the running record when the time is over, and waits at most 60 seconds', async () => {
    const { response, body, ms } = await created({ prefer: 'wait=1' });
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
    expect(ms).toBeGreaterThan(950);
    await gateway.owners.on(createGeneration, () => ({ generation: DONE, replayed: true }));
    expect(appliedBy((await created({ prefer: 'wait=999' })).response)).toBe('wait=60');
  });

  it('answers an accepted generation with 201 even when its owner goes down', async () => {
    await gateway.owners.off(getGeneration);
    const { response, body } = await created({ prefer: 'wait=1' });
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
  });

  it('ends when the client hangs up: its place, the only one of its workspace, is free', async () => {
    const client = new AbortController();
    const gone = create(GENERATIONS, { prefer: 'wait=60' }, client.signal).catch(() => 'gone');
    await arrived(1);
    expect(appliedBy(await create(GENERATIONS, { prefer: 'wait=1' }))).toBeNull();
    client.abort();
    expect(await gone).toBe('gone');
    const isFree = async () => appliedBy(await create(GENERATIONS, { prefer: 'wait=1' }));
    await until('its place is free', isFree, { withinMs: 40_000 }); // after 60 s it would be free anyway
  });

  it('ends with 401 when the actor is no member any more', async () => {
    const membership = { accountId: newId(), workspaceId: newId() };
    const claims = { sub: membership.accountId, wid: membership.workspaceId };
    const authorization = `Bearer ${await gateway.signer.token(claims)}`;
    const answer = create(GENERATIONS, { prefer: 'wait=60', authorization });
    await arrived(1);
    await gateway.owners.on(getMembership, ({ accountId }) =>
      accountId === membership.accountId ? {} : { role: 'owner' as const },
    );
    gateway.owners.notify(membershipsChanged, CHANGED, { memberships: [membership] });
    expect((await answer).status).toBe(401);
    await gateway.owners.answerWithExamples();
  });

  it('is not applied while half of all places wait, or a quarter of these for the workspace', async () => {
    await gateway.owners.on(getGeneration, () => counted(DONE));
    const [one, ...others] = Array.from({ length: 5 }, () => newId()) as [string, ...string[]];
    const workspaces = [one, one, ...others];
    const answers: Promise<Response>[] = [];
    for (const wid of workspaces) {
      const authorization = `Bearer ${await gateway.signer.token({ wid })}`;
      answers.push(create(GENERATIONS, { prefer: 'wait=60', authorization }));
      await arrived(answers.length);
    }
    for (const wid of workspaces) announceEnd(RUNNING.id, wid);
    const waited = (await Promise.all(answers)).map((response) => appliedBy(response) !== null);
    expect(waited.slice(0, 2)).toEqual([true, false]); // a quarter of four places
    expect(waited.slice(2)).toEqual([true, true, true, false]);
    expect(reads).toBe(4);
  });
});

describe('shutdown', () => {
  it('answers waiting clients with the current record, and does not wait for idle connections', async () => {
    const silent = connect(gateway.port, '127.0.0.1');
    await gateway.call(`${BASE}/nope`);
    const waiting = created({ prefer: 'wait=60' });
    await arrived(1);
    await gateway.app.close();
    const { response, body, ms } = await waiting;
    expect([response.status, body.status]).toEqual([201, 'RUNNING']);
    expect(ms).toBeLessThan(50_000); // it did not wait to the end of its time
    silent.destroy();
  });
});
