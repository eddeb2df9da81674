// Keeps the events of all workspaces, and reads them in the order in which they were kept.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  feedGrew,
  isUuid,
  toUnixSeconds,
  type FeedPage,
  type FeedType,
  type getFeedEnd,
  type InputOf,
  type listFeed,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import type { Config } from '../config.ts';
import { DeliveriesService } from '../deliveries/index.ts';
import { kept } from '../metrics.ts';
import { FeedStore, type NewFeedEvent } from './feed.store.ts';

const log = logger('feed');

@Injectable()
export class FeedService {
  constructor(
    private readonly database: Database,
    private readonly store: FeedStore,
    private readonly bus: Bus,
    private readonly deliveries: DeliveriesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Keeps events, and makes their deliveries; those that are kept already change nothing. */
  async keep(events: readonly NewFeedEvent[]): Promise<void> {
    // Events of one subject may come in another order than they happened in.
    const ordered = events.toSorted((a, b) => a.time.getTime() - b.time.getTime());
    const { added, tooOld } = await this.database.asSystem(async (tx) => {
      await this.store.lock(tx);
      const inserted = await this.store.insert(tx, ordered, this.config.EVENTS_KEEP_DAYS);
      const shown = inserted.added.map(({ time, ...event }) => ({ ...event, time: toUnixSeconds(time) }));
      await this.deliveries.announce(tx, shown);
      return inserted;
    });
    if (tooOld > 0)
      log.warn(
        { events: tooOld },
        'Events are not kept: they came later than EVENTS_KEEP_DAYS after they happened',
      );
    for (const [type, some] of Map.groupBy(added, (one) => one.type)) kept.inc({ type }, some.length);
    for (const workspaceId of new Set(added.map((one) => one.workspaceId)))
      this.bus.notify(feedGrew, workspaceId, {});
  }

  /** Events after another one, oldest first. Error: InvalidNextToken. */
  async list({ actor, after, types, limit }: InputOf<typeof listFeed>): Promise<FeedPage> {
    const { workspaceId } = actor;
    const position = after === undefined ? '0' : await this.positionOf(workspaceId, { id: after, types });
    const events = await this.store.read({ workspaceId, types, position, limit });
    const next = events.at(-1)?.id ?? after;
    return { events, ...(next !== undefined && { next }) };
  }

  /** Id of the newest event of the types; undefined when there was none. */
  end({ actor, types }: InputOf<typeof getFeedEnd>): Promise<string | undefined> {
    return this.store.newest(actor.workspaceId, types);
  }

  /** Keeps out the events of an erased workspace that are still to come. */
  forget(tx: Transaction, workspaceId: string): Promise<void> {
    return this.store.forget(tx, workspaceId);
  }

  private async positionOf(
    workspaceId: string,
    event: { id: string; types: readonly FeedType[] },
  ): Promise<string> {
    const position = isUuid(event.id) ? await this.store.positionOf(workspaceId, event) : undefined;
    if (position === undefined)
      throw new AppError('InvalidNextToken', {
        message: 'This event is unknown, or later ones are no longer kept. Begin again without it.',
        target: 'after',
      });
    return position;
  }
}
