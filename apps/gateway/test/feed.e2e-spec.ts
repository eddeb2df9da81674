// Tests the feed at the gateway: its two forms, who sees which events, and how a stream follows it.
import {
  AppError,
  CHANGED,
  FEED_TYPES,
  feedGrew,
  getFeedEnd,
  getMembership,
  listFeed,
  membershipsChanged,
  OWNER_FEED_TYPES,
  type FeedEvent,
  type FeedPage,
  type FeedType,
  type Role,
} from '#contracts';
import { newId } from '#platform/context';
import { EventReader } from '#testing/http';
import { until } from '#testing/until';
import { BASE, errorOf, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

const EVENTS = `${BASE}/events`;

let gateway: GatewayEnvironment;
/** The feed of every workspace of this test. */
const feed: FeedEvent[] = [];
/** The types that were asked for, by the read. */
const asked: FeedType[][] = [];
let role: Role = 'owner';
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.owners.on(listFeed, ({ after, types, limit }) => {
    asked.push(types);
    const at = feed.findIndex(({ id }) => id === after);
    if (after !== undefined && at < 0) return new AppError('InvalidNextToken', { target: 'after' });
    const wanted = feed.slice(at + 1).filter(({ type }) => types.includes(type as FeedType));
    const events = wanted.slice(0, limit);
    const next = events.at(-1)?.id ?? after;
    return { events, ...(next !== undefined && { next }) };
  });
  await gateway.owners.on(getFeedEnd, ({ types }) => {
    const end = feed.findLast(({ type }) => types.includes(type as FeedType));
    return end ? { id: end.id } : {};
  });
  await gateway.owners.on(getMembership, () => ({ role }));
});
afterAll(() => gateway?.close());

const readers: EventReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await become('owner');
});

/** Changes the role of everybody, and waits until the gateway knows. */
async function become(next: Role): Promise<void> {
  role = next;
  const { sub: accountId, wid: workspaceId } = gateway.claims;
  gateway.owners.notify(membershipsChanged, CHANGED, { memberships: [{ accountId, workspaceId }] });
  const expected = next === 'owner' ? 200 : 403;
  await until('the role is known', async () => {
    const { status } = await gateway.call(`${EVENTS}?types=webhook.disabled`);
    return status === expected;
  });
}

function happen(type: FeedType = 'product.created'): FeedEvent {
  const event = { id: newId(), type, time: 1_795_000_000, subject: newId(), data: { version: 1 } };
  feed.push(event);
  return event;
}
function tell(): void {
  gateway.owners.notify(feedGrew, gateway.claims.wid, {});
}

async function open(query = '', lastEventId?: string): Promise<EventReader> {
  const reader = await EventReader.open(`${gateway.origin}${EVENTS}${query}`, gateway.token, { lastEventId });
  readers.push(reader);
  return reader;
}
const has = (reader: EventReader, ...events: FeedEvent[]): Promise<unknown> =>
  until('the events have come', () => reader.events.length >= events.length).then(() => {
    const ids = events.map(({ id }) => id);
    expect(reader.events.map(({ id }) => id)).toEqual(ids);
    expect(reader.events.map(({ data }) => data)).toEqual(events);
    expect(reader.names).toEqual(events.map(({ type }) => type));
  });

it('comes as a page of JSON, unless the client prefers a stream', async () => {
  const event = happen();
  const page = async (headers: Record<string, string>): Promise<FeedPage> =>
    (await (await gateway.call(EVENTS, { headers })).json()) as FeedPage;
  for (const accept of ['*/*', 'application/json', 'application/json, text/event-stream;q=0.5'])
    expect((await page({ accept })).events.at(-1)).toEqual(event);
  const headers = { accept: 'text/event-stream, application/json;q=0.5' };
  const stream = await gateway.call(EVENTS, { headers });
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await stream.body?.cancel();
  expect((await gateway.call(EVENTS, { headers: { accept: 'text/html' } })).status).toBe(406);
});

it('refuses what it does not know', async () => {
  for (const [query, code, target] of [
    ['after=unknown', 'InvalidNextToken', 'after'],
    ['types=product.sold', 'InvalidArgument', 'types[0]'],
    ['types=', 'InvalidArgument', 'types[0]'],
    ['limit=0', 'InvalidArgument', 'limit'],
    ['limit=101', 'InvalidArgument', 'limit'],
    ['before=1', 'InvalidArgument', 'before'],
  ]) {
    const response = await gateway.call(`${EVENTS}?${query}`);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code, target });
  }
  const stream = await open('', 'unknown');
  expect(await errorOf(stream.response)).toMatchObject({ code: 'InvalidNextToken' });
});

it('shows the events that concern owners to owners only', async () => {
  const others = FEED_TYPES.filter((type) => !OWNER_FEED_TYPES.includes(type));
  await gateway.call(EVENTS);
  expect(asked.at(-1)).toEqual(FEED_TYPES);
  const stream = await open();
  await become('viewer');
  await gateway.call(EVENTS);
  expect(asked.at(-1)).toEqual(others);
  const refused = await gateway.call(`${EVENTS}?types=product.created,session.reuse_detected`);
  expect(refused.status).toBe(403);
  expect(await errorOf(refused)).toMatchObject({ code: 'Forbidden', target: 'types' });
  // The owner of the stream is one no longer.
  const hidden = happen('session.reuse_detected');
  const shown = happen();
  tell();
  await has(stream, shown);
  expect(stream.events.map(({ id }) => id)).not.toContain(hidden.id);
});

it('is followed from now on, from an event on, and from Last-Event-ID in the first place', async () => {
  const first = happen();
  const second = happen();
  const third = happen();
  const now = await open();
  const after = await open(`?after=${first.id}`);
  const both = await open(`?after=${first.id}`, second.id);
  await has(after, second, third);
  await has(both, third);
  const fourth = happen('import.completed');
  tell();
  await has(now, fourth);
  await has(after, second, third, fourth);
  await has(both, third, fourth);
});

/** The beginning of a stream, up to its first position. */
async function beginning(query = ''): Promise<string> {
  const response = await gateway.call(`${EVENTS}${query}`, { headers: { accept: 'text/event-stream' } });
  let text = '';
  const body = response.body as unknown as AsyncIterable<Uint8Array>;
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    if (/id: .*\n\n/.test(text)) break;
  }
  return text;
}

it('a stream without an event yet tells the client where to go on, also in a workspace without one', async () => {
  const last = happen();
  happen('generation.failed');
  expect(await beginning('?types=product.created')).toBe(`retry: 2000\n\nid: ${last.id}\n\n`);
  const earlier = feed.splice(0);
  const [, position] = /id: (.*)/.exec(await beginning()) ?? [];
  const missed = happen();
  await has(await open('', position), missed);
  feed.unshift(...earlier);
});

it('a stream is read four times a second at most, however often the feed grows', async () => {
  const reader = await open();
  const startedAt = performance.now();
  for (let count = 1; count <= 4; count += 1) {
    happen();
    tell();
    await until('the event has come', () => reader.events.length === count);
  }
  expect(performance.now() - startedAt).toBeGreaterThan(740);
});

it('a stream sends many events, each once, in order', async () => {
  const from = happen();
  const many = Array.from({ length: 250 }, () => happen());
  const reader = await open('', from.id);
  await has(reader, ...many);
  const types = await open(`?types=import.completed,generation.failed`, from.id);
  const wanted = [happen('generation.failed'), happen(), happen('import.completed')];
  tell();
  await has(types, wanted[0]!, wanted[2]!);
});
