// Tests the feed: each event once, in an order that a reader can trust, for its own workspace only.
import { jetstreamManager } from '@nats-io/jetstream';
import { Client } from 'pg';
import { FEED_TYPES, feedGrew, getFeedEnd, OWNER_FEED_TYPES, type FeedType } from '#contracts';
import { newId } from '#platform/context';
import { FeedService } from '../../src/feed/feed.service.ts';
import { NotificationsErasureService } from '../../src/operations/notifications-erasure.service.ts';
import { plansOf, rowsRead } from '#testing/plans';
import { until } from '#testing/until';
import { newActor, newEvent } from '../notifications-environment.ts';
import { app, environment, otherApp } from '../suite-environment.ts';
import { idAt } from './ids.ts';

let feed: FeedService;
beforeAll(() => {
  feed = app.get(FeedService, { strict: false });
});

const PRODUCT = { productId: newId(), version: 1 };
const GENERATION = { generationId: newId() };
const RATES = { acceptRate: 0.58, earlierRate: 0.8, reviewed: 50 };
/** What the events say, besides their workspace. */
const DATA: Record<FeedType, object> = {
  'product.created': PRODUCT,
  'product.updated': { ...PRODUCT, sourceVersion: 1, sourceHash: 'aa' },
  'product.deleted': PRODUCT,
  'import.completed': { importId: newId(), status: 'PARTIAL', counts: { total: 2, success: 1, failure: 1 } },
  'generation.succeeded': GENERATION,
  'generation.failed': { ...GENERATION, errorCode: 'Cancelled' },
  'generation.reviewed': { ...GENERATION, state: 'ACCEPTED' },
  'batch.completed': {
    batchId: newId(),
    status: 'COMPLETED',
    counts: { total: 1, waiting: 0, running: 0, success: 1, failed: 0, cancelled: 0 },
  },
  'quality.changed': { applicationId: 'faq', direction: 'BELOW', ...RATES },
  'session.reuse_detected': { accountId: newId(), sessionId: newId() },
  'webhook.disabled': { webhookId: newId(), reason: 'Gone' },
};

const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

it('keeps an event once, however often it comes', async () => {
  const actor = newActor();
  const events = Array.from({ length: 5 }, () => newEvent(actor));
  await feed.keep([events[0]!, events[0]!, events[1]!]);
  await feed.keep(events);
  expect((await environment.ids(actor)).toSorted()).toEqual(idsOf(events).toSorted());
  const { events: shown } = await environment.page(actor);
  const { id, type, subject, data, time } = events[0]!;
  expect(shown[0]).toEqual({ id, type, subject, data, time: Math.floor(time.getTime() / 1000) });
});

it('shows the events of one subject in the order of their versions', async () => {
  const actor = newActor();
  const subject = newId();
  const versions = [1, 2, 3, 4, 5].map((version) =>
    newEvent(actor, {
      subject,
      time: new Date(1_700_000_000_000 + version),
      data: { workspaceId: actor.workspaceId, productId: subject, version },
    }),
  );
  await feed.keep([3, 0, 4, 2, 1].map((place) => versions[place]!));
  expect((await environment.page(actor)).events.map(({ data }) => data['version'])).toEqual([1, 2, 3, 4, 5]);
});

it('has each type of event that it shows', async () => {
  const actor = newActor();
  const { workspaceId } = actor;
  const { nats } = await environment.connect('testing');
  const manager = await jetstreamManager(nats);
  const isThere = (): Promise<boolean> =>
    manager.streams.info('EVENTS').then(
      () => true,
      () => false,
    );
  await until('the stream is there', isThere);
  for (const type of FEED_TYPES) {
    const event = {
      id: newId(),
      type,
      subject: newId(),
      time: new Date(),
      data: { workspaceId, ...DATA[type] },
    };
    await manager.jetstream().publish(`events.${type}`, JSON.stringify(event));
  }
  const shown = async (): Promise<string[]> =>
    (await environment.page(actor, { types: [...FEED_TYPES] })).events.map(({ type }) => type);
  await until('all are kept', async () => (await shown()).length === FEED_TYPES.length);
  expect((await shown()).toSorted()).toEqual(FEED_TYPES.toSorted());
});

it('is read page by page, and goes on where it was left', async () => {
  const actor = newActor();
  expect(await environment.page(actor)).toEqual({ events: [] });
  const first = Array.from({ length: 7 }, () => newEvent(actor));
  await feed.keep(first);
  const ids = await environment.ids(actor, { limit: 3 });
  expect(ids).toHaveLength(7);
  expect(await environment.page(actor, { after: ids.at(-1) })).toEqual({ events: [], next: ids.at(-1) });
  const later = newEvent(actor, { type: 'product.updated' });
  await feed.keep([later]);
  expect(await environment.ids(actor, { after: ids.at(-1) })).toEqual([later.id]);
  expect(await environment.ids(actor, { types: ['product.updated'] })).toEqual([later.id]);
  expect(await environment.ids(actor, { types: [...OWNER_FEED_TYPES] })).toEqual([]);
  const end = (types: FeedType[]) => environment.gateway.request(getFeedEnd, { actor, types });
  expect(await end(['product.created', 'product.updated'])).toEqual({ id: later.id });
  expect(await end(['product.created'])).toEqual({ id: ids.at(-1) });
  expect(await end([...OWNER_FEED_TYPES])).toEqual({});
});

it('shows each workspace its own events', async () => {
  const ann = newActor();
  const ben = newActor();
  const hers = newEvent(ann);
  const his = newEvent(ben);
  await feed.keep([hers, his]);
  expect(await environment.ids(ann)).toEqual([hers.id]);
  for (const after of [his.id, newId(), 'no-uuid'])
    await expect(environment.page(ann, { after })).rejects.toMatchObject({
      code: 'InvalidNextToken',
      target: 'after',
    });
});

it('a reader misses no event of a writer that commits late', async () => {
  const actor = newActor();
  const early = newEvent(actor);
  const late = newEvent(actor);
  const held = newEvent(actor);
  const other = new Client({ connectionString: environment.servers.postgres.superuserUrl('notifications') });
  await other.connect();
  const waiting = async (): Promise<number> => {
    // In a transaction pg_stat_activity would show again and again what it showed first.
    const { rows } = await other.query('SELECT FROM pg_locks WHERE NOT granted');
    return rows.length;
  };
  await other.query('BEGIN');
  await other.query(
    `INSERT INTO event (workspace_id, id, type, subject, time, data) VALUES ($1, $2, '', '', now(), '{}')`,
    [held.workspaceId, held.id],
  );
  // The first writer has its positions, and waits for the event that somebody else is adding.
  const first = feed.keep([early, held]);
  await until('the first writer waits', async () => (await waiting()) === 1);
  let isOver = false;
  const second = otherApp
    .get(FeedService, { strict: false })
    .keep([late])
    .then(() => (isOver = true));
  await until('the second writer waits, or is over', async () => isOver || (await waiting()) === 2);
  const seen = await environment.page(actor);
  await other.query('ROLLBACK');
  await Promise.all([first, second]);
  await other.end();
  const { next } = seen;
  const rest = await environment.ids(actor, next === undefined ? {} : { after: next });
  expect([...idsOf(seen.events), ...rest].toSorted()).toEqual(idsOf([early, late, held]).toSorted());
});

it('tells the gateways of new events', async () => {
  const actor = newActor();
  let times = 0;
  environment.gateway.onNotification(feedGrew, actor.workspaceId, () => (times += 1));
  await environment.page(actor); // the subscription has arrived
  const event = newEvent(actor);
  await feed.keep([event, newEvent(actor)]);
  await until('the notification comes', () => times === 1);
  await feed.keep([event]);
  await feed.keep([newEvent(actor)]);
  await until('the next one comes', () => times >= 2);
  expect(times).toBe(2);
});

it('loses the events of an erased workspace, also those that come later', async () => {
  const erased = newActor();
  const other = newActor();
  await feed.keep([newEvent(erased), newEvent(other)]);
  const erasure = otherApp.get(NotificationsErasureService, { strict: false });
  await until('nothing is left', () => erasure.erase(erased.workspaceId));
  await feed.keep([newEvent(erased), newEvent(other)]);
  expect(await environment.ids(erased)).toEqual([]);
  expect(await environment.ids(other)).toHaveLength(2);
});

it('a page of a large feed reads no more than its size of each type', async () => {
  const actor = newActor();
  await environment.superuser.query(
    `INSERT INTO event (workspace_id, id, type, subject, time, data)
     SELECT workspace_id, ${idAt('moment')},
       CASE WHEN n % 1000 = 0 THEN 'product.updated' ELSE 'product.created' END, n::text, moment, '{}'
     FROM generate_series(1, 20000) AS n, unnest($1::uuid[]) AS workspace_id,
       LATERAL (SELECT now() - (20000 - n) * interval '1 second' AS moment) AS one`,
    [[actor.workspaceId, newId(), newId()]],
  );
  await environment.superuser.query('ANALYZE event');
  const after = (await environment.page(actor)).events.at(-1)!.id;
  const { appUrl } = environment.servers.database;
  const pageFor = (query: object) => () => environment.page(actor, { limit: 10, ...query });
  const read = async (query: object) => (await plansOf(appUrl, /wanted_type/, pageFor(query))).map(rowsRead);
  expect(await read({})).toEqual([20]);
  expect(await read({ after })).toEqual([20]);
  expect(await read({ after, types: ['product.updated'] })).toEqual([10]);
});
