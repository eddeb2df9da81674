// Lets clients read and follow the feed of their workspace. Only owners see the events that concern owners.
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  defined,
  AppError,
  FEED_TYPES,
  feedGrew,
  getFeedEnd,
  listFeed,
  OWNER_FEED_TYPES,
  type AccessStep,
  type Actor,
  type FeedPage,
  type FeedQuery,
  type FeedType,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { retryTransient } from '#platform/resilience';
import { isAllowed, KnownMembershipsService } from '../access/index.ts';
import {
  Changes,
  EventStreamsService,
  outsideOfRequest,
  type SseStream,
  type Subscriber,
} from '../streams/index.ts';

const log = logger('feed');

/** Events of one read of a stream. */
const TOGETHER = 100;
/** Least pause after a read of a stream, in milliseconds: a feed that grows all the time is not read for each of its events. */
const PAUSE_MS = 250;

/** The position of a feed that has no event yet, in streams: before all of them. */
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** Who reads the feed. */
interface Reader {
  actor: Actor;
  /** Of an API key; undefined for the token of a session. */
  keyScopes: readonly AccessStep[] | undefined;
}

@Injectable()
export class LiveFeedService {
  private readonly followed = new Set<Changes>();

  constructor(
    private readonly bus: Bus,
    private readonly memberships: KnownMembershipsService,
    private readonly streams: EventStreamsService,
  ) {
    bus.onReconnect(() => {
      for (const one of this.followed) one.notify();
    });
  }

  /**
   * Events after another one. Errors: Forbidden for types that only owners see, InvalidNextToken, InvalidToken, and those
   * of Bus.request.
   */
  async list(reader: Reader, { types, ...query }: FeedQuery): Promise<FeedPage> {
    const { actor } = reader;
    return this.bus.request(listFeed, { actor, ...query, types: await this.visible(reader, types) });
  }

  /**
   * Opens a stream of the events after the last one that the client has, or from now on. Errors: those of `list` and of
   * EventStreamsService.openFor.
   */
  async follow(
    subscriber: Subscriber,
    keyScopes: Reader['keyScopes'],
    { types, after = '' }: Pick<FeedQuery, 'types' | 'after'>,
  ): Promise<SseStream> {
    const { actor, lastEventId } = subscriber;
    const reader = { actor, keyScopes };
    const changes = new Changes();
    // Before the feed is read, so that no change is missed.
    const subscription = this.bus.onNotification(feedGrew, actor.workspaceId, () => changes.notify());
    try {
      const first = await this.first(reader, types, lastEventId || after);
      const stream = this.streams.openFor(subscriber);
      this.followed.add(changes);
      stream.onClose(() => {
        this.followed.delete(changes);
        subscription.unsubscribe();
        changes.stop();
      });
      const next = (known: string | undefined) =>
        outsideOfRequest(listFeed.timeoutMs, () =>
          this.list(reader, { types, limit: TOGETHER, after: known }),
        );
      void send(stream, changes, { first, next, maxReadMs: this.streams.maxReadMs });
      return stream;
    } catch (error) {
      subscription.unsubscribe();
      throw error;
    }
  }

  /** The page after a position; without one, a page that ends with the newest event and shows none. */
  private first(reader: Reader, types: FeedQuery['types'], position: string): Promise<FeedPage> {
    if (position === '') return this.end(reader, types);
    return this.list(reader, { types, limit: TOGETHER, ...(position !== BEGINNING && { after: position }) });
  }

  /**
   * A page that ends with the newest event that the reader reads and shows none. One of another type would not do: once it is
   * no longer kept, nobody knows any more that the reader has missed nothing after it.
   */
  private async end(reader: Reader, types: FeedQuery['types']): Promise<FeedPage> {
    const { actor } = reader;
    const { id } = await this.bus.request(getFeedEnd, { actor, types: await this.visible(reader, types) });
    return defined({ events: [], next: id });
  }

  /** Those of the wanted types that the reader may see. The role is looked up again for each read. */
  private async visible({ actor, keyScopes }: Reader, wanted: FeedQuery['types']): Promise<FeedType[]> {
    const { role } = await this.memberships.assertMember(actor);
    if (isAllowed('admin', role, keyScopes)) return wanted ?? [...FEED_TYPES];
    const refused = wanted?.find((type) => OWNER_FEED_TYPES.includes(type));
    if (refused !== undefined)
      throw new AppError('Forbidden', { message: `Only owners see ${refused}.`, target: 'types' });
    return wanted ?? FEED_TYPES.filter((type) => !OWNER_FEED_TYPES.includes(type));
  }
}

/** The pages that one stream sends. */
interface Pages {
  first: FeedPage;
  /** Reads the page after an event. */
  next: (known: string | undefined) => Promise<FeedPage>;
  /** Most time between two reads, in milliseconds, because a notification may get lost. */
  maxReadMs: number;
}

/** Sends a page of the feed, and then everything that comes after it, as fast as the client reads. */
async function send(stream: SseStream, changes: Changes, { first, next, maxReadMs }: Pages): Promise<void> {
  try {
    let page = first;
    // A client that loses the connection before the first event goes on from here.
    if (page.events.length === 0) stream.sendPosition(page.next ?? BEGINNING);
    for (;;) {
      for (const event of page.events) {
        stream.send({ id: event.id, event: event.type, data: event });
        await stream.drained();
      }
      if (page.events.length < TOGETHER)
        await Promise.all([changes.next(maxReadMs), pause(PAUSE_MS, undefined, { ref: false })]);
      changes.signal.throwIfAborted();
      const known = page.next;
      page = await retryTransient(() => next(known), { signal: changes.signal });
    }
  } catch (error) {
    if (!changes.signal.aborted) log.warn({ reason: String(error) }, 'A stream of the feed ends early');
  }
  stream.end();
}
