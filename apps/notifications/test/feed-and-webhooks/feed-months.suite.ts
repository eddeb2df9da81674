// Tests the feed of months that are no longer kept: who has missed nothing goes on, and everybody else begins again.
import { getFeedEnd, type Actor, type FeedType } from '#contracts';
import { FeedService } from '../../src/feed/feed.service.ts';
import type { NewFeedEvent } from '../../src/feed/feed.store.ts';
import { newActor, newEvent } from '../notifications-environment.ts';
import { app, environment } from '../suite-environment.ts';
import { idAt } from './ids.ts';

let feed: FeedService;
beforeAll(() => {
  feed = app.get(FeedService, { strict: false });
});

const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

/** Drops events, as the end of their month does. */
const drop = (...events: readonly { id: string }[]) =>
  environment.superuser.query('DELETE FROM event WHERE id = ANY ($1)', [idsOf(events)]);

/** An event whose id is of the month after this one. */
async function newLaterEvent(actor: Actor, changes: Partial<NewFeedEvent> = {}): Promise<NewFeedEvent> {
  const text = `SELECT ${idAt("now() + interval '1 month'")} AS id`;
  const { rows } = await environment.superuser.query<{ id: string }>(text);
  return newEvent(actor, { id: rows[0]!.id, ...changes });
}

it('goes on for a reader that has missed nothing, although its last event is no longer kept', async () => {
  const actor = newActor();
  const first = newEvent(actor);
  const last = newEvent(actor);
  await feed.keep([first]);
  await feed.keep([last]);
  await drop(first, last);
  const types: FeedType[] = ['product.created'];
  expect(await environment.gateway.request(getFeedEnd, { actor, types })).toEqual({ id: last.id });
  expect(await environment.page(actor, { after: last.id })).toEqual({ events: [], next: last.id });
  const later = [await newLaterEvent(actor), await newLaterEvent(actor, { type: 'product.updated' })];
  await feed.keep(later);
  expect((await environment.ids(actor, { after: last.id })).toSorted()).toEqual(idsOf(later).toSorted());
  await expect(environment.page(actor, { after: first.id })).rejects.toMatchObject({
    code: 'InvalidNextToken',
  });
});

it('goes on for a reader that began with the newest event of its types, although one of another type was newer', async () => {
  const actor = newActor();
  const own = newEvent(actor);
  const others = [newEvent(actor, { type: 'product.updated' }), newEvent(actor, { type: 'product.updated' })];
  await feed.keep([own]);
  await feed.keep([others[0]!]);
  const types: FeedType[] = ['product.created'];
  const { id: after } = await environment.gateway.request(getFeedEnd, { actor, types });
  await feed.keep([others[1]!]);
  await drop(own, ...others);
  const later = await newLaterEvent(actor);
  await feed.keep([later]);
  expect(await environment.ids(actor, { types, after })).toEqual([later.id]);
});

it('refuses the position of a reader that has missed an event of the types that it reads', async () => {
  const actor = newActor();
  const known = newEvent(actor);
  const missed = newEvent(actor, { type: 'product.updated' });
  const kept = await newLaterEvent(actor, { type: 'product.updated' });
  await feed.keep([known]);
  await feed.keep([missed]);
  await feed.keep([kept]);
  await drop(known, missed);
  await expect(environment.page(actor, { after: known.id })).rejects.toMatchObject({
    code: 'InvalidNextToken',
  });
  expect(await environment.ids(actor, { after: known.id, types: ['product.created'] })).toEqual([]);
  expect(await environment.ids(actor, { after: missed.id })).toEqual([kept.id]);
});

it('remembers the last event of each month, and of the months that are no longer kept of the last one alone', async () => {
  const actor = newActor();
  const first = newEvent(actor);
  const second = newEvent(actor);
  const third = newEvent(actor);
  const remembered = async (): Promise<string[]> => {
    const text = 'SELECT id FROM feed_end WHERE workspace_id = $1 ORDER BY position';
    return idsOf((await environment.superuser.query<{ id: string }>(text, [actor.workspaceId])).rows);
  };
  /** Makes the last event one of an earlier month, which is no longer kept. */
  const age = async (event: NewFeedEvent, month: string): Promise<void> => {
    await environment.superuser.query('UPDATE feed_end SET month = $2 WHERE id = $1', [event.id, month]);
    await drop(event);
  };
  await feed.keep([first]);
  await age(first, 'event_2020_01');
  await feed.keep([second]);
  expect(await remembered()).toEqual([first.id, second.id]);
  await age(second, 'event_2020_02');
  await feed.keep([third]);
  expect(await remembered()).toEqual([second.id, third.id]);
});

it('drops an event that is older than the feed keeps, and does not refuse those that come with it', async () => {
  const actor = newActor();
  const { rows } = await environment.superuser.query<{ id: string }>(
    `SELECT ${idAt("now() - interval '70 days'")} AS id`,
  );
  const { rows: months } = await environment.superuser.query<{ name: string; bounds: string }>(
    `SELECT relname AS name, pg_get_expr(relpartbound, oid) AS bounds FROM pg_class
     WHERE pg_get_expr(relpartbound, oid) LIKE '%MINVALUE%' AND relname LIKE 'event\\_%'`,
  );
  const { name, bounds } = months[0]!;
  const least = '00000000-0000-7000-8000-000000000000';
  const attach = async (to: string): Promise<void> => {
    await environment.superuser.query(`ALTER TABLE event DETACH PARTITION ${name}`);
    await environment.superuser.query(`ALTER TABLE event ATTACH PARTITION ${name} ${to}`);
  };
  const { rows: oldest } = await environment.superuser.query<{ id: string }>(
    `SELECT min(id::text) AS id FROM ${name}`,
  );
  await attach(bounds.replace('MINVALUE', `'${oldest[0]?.id ?? least}'`)); // as after the drop of the first months
  try {
    const kept = newEvent(actor);
    await feed.keep([newEvent(actor, { id: rows[0]!.id }), kept]);
    expect(await environment.ids(actor)).toEqual([kept.id]);
  } finally {
    await attach(bounds);
  }
});
