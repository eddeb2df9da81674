// Tests streams of events: what a client of a generation gets, on one gateway and the next, and how its stream ends.
import { connect } from 'node:net';
import { mock } from 'node:test';
import {
  AppError,
  CHANGED,
  getGeneration,
  getMembership,
  membershipsChanged,
  REVOKED,
  sessionsRevoked,
  type Generation,
  type LiveEvent,
  type LiveText,
} from '#contracts';
import { newId } from '#platform/context';
import { BusConnection } from '#platform/messaging';
import { EventReader } from '#testing/http';
import { until } from '#testing/until';
import { exampleFinishedGeneration, exampleGeneration } from '../src/openapi/examples/examples.ts';
import {
  errorOf,
  GENERATIONS,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let gateway: GatewayEnvironment;
let second: string;
/** The records of this test, by id. */
const records = new Map<string, Generation>();
beforeAll(async () => {
  gateway = await startGateway({ IN_FLIGHT_MAX: 2, LIMIT_READS_PER_MIN: 100_000 });
  await gateway.owners.keepLiveText();
  await gateway.owners.on(getGeneration, ({ id }) => records.get(id) ?? new AppError('NotFound'));
  second = await (await gateway.openCopy()).getUrl();
});
afterAll(() => gateway?.close());

const readers: EventReader[] = [];
afterEach(() => {
  mock.restoreAll();
  for (const reader of readers.splice(0)) reader.close();
});

function newGeneration(): string {
  const id = newId();
  records.set(id, { ...exampleGeneration, id });
  return id;
}

async function open(
  id: string,
  { lastEventId, origin = gateway.origin, token = gateway.token }: Options = {},
): Promise<EventReader> {
  const reader = await EventReader.open(`${origin}${GENERATIONS}/${id}/events`, token, { lastEventId });
  readers.push(reader);
  return reader;
}
type Options = { lastEventId?: string; origin?: string; token?: string };

const delta = (text: string, attempt = 1, part?: 'title'): LiveEvent => ({
  event: 'generation.output.delta',
  data: { attempt, index: 0, part, delta: text },
});
const started: LiveEvent = { event: 'generation.started', data: { attempt: 1, model: 'm' } };

/** Tells events of the first attempt, numbered from `first`. */
const tell = (id: string, first: number, ...events: LiveEvent[]): Promise<void> =>
  gateway.owners.tell(id, { attempt: 1, first, events } satisfies LiveText);

function end(id: string): Promise<void> {
  records.set(id, { ...exampleFinishedGeneration, id });
  return gateway.owners.tell(id, { ended: true });
}

const has = (reader: EventReader, count: number) =>
  until(`there are ${count} events`, () => reader.events.length >= count);
const isOver = (reader: EventReader) => until('the stream is over', () => reader.state !== 'open');
/** The text that a client has who heeds snapshots and resets. */
function textOf(...read: EventReader[]): string {
  let text = '';
  for (const { event, data } of read.flatMap(({ events }) => events)) {
    const { delta: more = '', partial } = data as { delta?: string; partial?: { text: string }[] };
    if (event === 'generation.output.reset') text = '';
    text = partial ? (partial[0]?.text ?? '') : text + more;
  }
  return text;
}

describe('the stream of a generation', () => {
  it('tells what was written, then what is written, then the end', async () => {
    const id = newGeneration();
    await tell(id, 1, started, delta('Solid '));
    const reader = await open(id);
    expect(Object.fromEntries(reader.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'ratelimit-policy': '"read";q=100000;w=60',
    });
    await has(reader, 1);
    await tell(id, 3, delta('oak'), delta(' 橡木'));
    await end(id);
    await isOver(reader);
    expect(reader.events.map(({ id: eventId, event, data }) => [eventId, event, data])).toEqual([
      [
        '1.2',
        'generation.snapshot',
        { generation: { ...exampleGeneration, id }, partial: [{ index: 0, text: 'Solid ' }] },
      ],
      ['1.3', 'generation.output.delta', { attempt: 1, index: 0, delta: 'oak' }],
      ['1.4', 'generation.output.delta', { attempt: 1, index: 0, delta: ' 橡木' }],
      ['end', 'generation.completed', { ...exampleFinishedGeneration, id }],
    ]);
    expect([reader.state, reader.retryMs]).toEqual(['ended', 2000]);
  });

  it('goes on at another gateway after the last event that the client has, and misses nothing', async () => {
    const id = newGeneration();
    const first = await open(id);
    await has(first, 1);
    await tell(id, 1, started, delta('a'));
    await has(first, 3);
    first.close();
    await tell(id, 3, delta('b'), delta('c'));
    const next = await open(id, { origin: second, lastEventId: first.lastEventId });
    await has(next, 2);
    await tell(id, 5, delta('d'));
    await end(id);
    await isOver(next);
    expect(next.events.map(({ id: eventId }) => eventId)).toEqual(['1.3', '1.4', '1.5', 'end']);
    expect(textOf(first, next)).toBe('abcd');
    const last = await open(id, { lastEventId: '1.4' });
    await isOver(last);
    expect(last.events.map(({ id: eventId }) => eventId)).toEqual(['1.5', 'end']);
  });

  it('begins with a snapshot, which names the parts of a listing, where the last event is unknown or nothing was missed', async () => {
    const id = newGeneration();
    await tell(id, 1, started, delta('a', 1, 'title'));
    const data = { partial: [{ index: 0, part: 'title', text: 'a' }] };
    for (const lastEventId of ['1.2', '7.7', 'ünknown', '']) {
      const reader = await open(id, { lastEventId: encodeURIComponent(lastEventId) });
      await has(reader, 1);
      expect(reader.events).toMatchObject([{ id: '1.2', event: 'generation.snapshot', data }]);
    }
  });

  it('of an ended generation ends at once, and is not opened again by a client that has the end', async () => {
    const id = newGeneration();
    records.set(id, { ...exampleGeneration, id, status: 'FAILED', errorCode: 'DeadlineExceeded' });
    const reader = await open(id);
    await isOver(reader);
    expect(reader.names).toEqual(['generation.snapshot', 'generation.failed']);
    const again = await open(id, { lastEventId: reader.lastEventId });
    expect([again.response.status, await again.response.text()]).toEqual([204, '']);
  });

  it('misses nothing and repeats nothing when the bus connection of the gateway breaks', async () => {
    const id = newGeneration();
    const reader = await open(id);
    await has(reader, 1);
    const bus = gateway.app.get(BusConnection, { strict: false });
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    for (const [n, letter] of [...letters].entries()) {
      if (n === 8) void bus.nats.reconnect();
      await tell(id, n + 1, delta(letter));
    }
    await until('all is there', () => textOf(reader).length >= letters.length);
    await end(id);
    await isOver(reader);
    expect(textOf(reader)).toBe(letters);
    expect(reader.events.slice(1, -1).map(({ id: eventId }) => eventId)).toEqual(
      [...letters].map((_, n) => `1.${n + 1}`),
    );
  });

  it('declares its text void when a part of it is lost, until the text begins anew', async () => {
    const id = newGeneration();
    const reader = await open(id);
    await has(reader, 1);
    await tell(id, 1, started, delta('a'));
    await tell(id, 5, delta('lost before')); // 3 and 4 never come
    await has(reader, 4);
    expect(reader.events.at(-1)).toMatchObject({ event: 'generation.output.reset', data: { reason: 'gap' } });
    await tell(
      id,
      6,
      { event: 'generation.output.reset', data: { attempt: 1, reason: 'repair' } },
      delta('b'),
    );
    await gateway.owners.tell(id, { attempt: 2, first: 1, events: [delta('of a new worker', 2)] });
    await tell(id, 8, delta('of the old worker'));
    await has(reader, 7);
    expect(textOf(reader)).toBe('bof a new worker');
  });

  it('is refused in JSON, for what does not exist and without a session', async () => {
    const id = newGeneration();
    const statusOf = async (path: string, headers: Record<string, string>): Promise<number> => {
      const response = await gateway.call(`${GENERATIONS}/${path}/events`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    expect(await statusOf(id, { accept: 'application/json' })).toBe(406);
    expect(await statusOf(id, { accept: 'application/json, text/*' })).toBe(200);
    for (const unknown of [newId(), 'live.>', '*'])
      expect(await statusOf(encodeURIComponent(unknown), {})).toBe(404);
    expect(await statusOf(id, { authorization: '' })).toBe(401);
    const head = await gateway.call(`${GENERATIONS}/${id}/events`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('open streams', () => {
  it('hold no place of the requests in work, and an account has at most 20 of them', async () => {
    const id = newGeneration();
    const token = await gateway.signer.token({ sub: newId() });
    for (let n = 0; n < 20; n += 1) expect((await open(id, { token })).response.status).toBe(200);
    const refused = await open(id, { token });
    expect([refused.response.status, (await errorOf(refused.response)).code]).toEqual([
      429,
      'TooManyRequests',
    ]);
    expect(refused.response.headers.get('retry-after')).toBe('2');
    expect((await gateway.call(PRODUCTS)).status).toBe(200);
    readers[0]?.close();
    await until('a place is free', async () => (await open(id, { token })).response.status === 200);
  });

  it('end with their session', async () => {
    const id = newGeneration();
    const sid = newId();
    const revoked = await open(id, { token: await gateway.signer.token({ sid }) });
    const other = await open(id);
    gateway.owners.notify(sessionsRevoked, REVOKED, { sessionIds: [sid] });
    await until('the revoked stream ends', () => revoked.state === 'ended');
    expect(other.state).toBe('open');
  });

  it('end with their access token', async () => {
    const id = newGeneration();
    const exp = Math.floor(Date.now() / 1000) - 3600;
    const token = await gateway.signer.token({ exp });
    const startedAt = performance.now();
    mock.method(Date, 'now', () => exp * 1000 - 300);
    const expiring = await open(id, { token });
    await until('the stream of the old token ends', () => expiring.state === 'ended');
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });

  it('end with their membership, although their session lives on', async () => {
    const id = newGeneration();
    const sub = newId();
    const wid = newId();
    const leaving = await open(id, { token: await gateway.signer.token({ sub, wid }) });
    const staying = await open(id, { token: await gateway.signer.token({ sub, wid: newId() }) });
    expect([leaving.state, staying.state]).toEqual(['open', 'open']);
    await gateway.owners.on(getMembership, ({ workspaceId }) =>
      workspaceId === wid ? {} : { role: 'viewer' as const },
    );
    const memberships = [{ accountId: sub, workspaceId: wid }];
    gateway.owners.notify(membershipsChanged, CHANGED, { memberships });
    await until('the stream of the former member ends', () => leaving.state === 'ended');
    expect(staying.state).toBe('open');
  });

  it('of a client that does not read are given up, and the client can go on', async () => {
    const id = newGeneration();
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined); // a close event follows
    const head = `GET ${GENERATIONS}/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\n\r\n`;
    socket.write(head);
    const count = 200; // of 64 KB each, together more than the buffers of the operating system hold
    await until('the stream is open', () => socket.bytesRead > 0);
    for (let n = 1; n <= count; n += 1) await tell(id, n, delta('x'.repeat(64 * 1024)));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    await new Promise((resolve) => socket.once('close', resolve));
    const lastEventId = [...text.matchAll(/\nid: (1\.\d+)\n(?=event: .*\ndata: .*\n\n)/g)].at(-1)?.[1] ?? '';
    expect(Number(lastEventId.slice(2))).toBeLessThan(count);
    const reader = await open(id, { lastEventId, origin: second });
    await until('the rest is there', () => reader.lastEventId === `1.${count}`);
    expect(reader.events).toHaveLength(count - Number(lastEventId.slice(2)));
  });

  it('end when their gateway stops, and it waits for none of them', async () => {
    const copy = await gateway.openCopy();
    const origin = await copy.getUrl();
    const id = newGeneration();
    const followers: EventReader[] = [];
    for (let n = 0; n < 20; n += 1) followers.push(await open(id, { origin }));
    await copy.close();
    for (const reader of followers) await until('it has ended in order', () => reader.state === 'ended');
    const next = await open(id, { origin: second, lastEventId: followers[0]?.lastEventId ?? '' });
    await has(next, 1);
  });
});
