// Takes the events of all owners into the feed.
import { Injectable } from '@nestjs/common';
import {
  batchCompleted,
  generationFailed,
  generationReviewed,
  generationSucceeded,
  importCompleted,
  productCreated,
  productDeleted,
  productUpdated,
  sessionReuseDetected,
  webhookDisabled,
  type FeedType,
} from '#contracts';
import { OnEvents, type ReceivedEvent } from '#platform/events';
import { FeedService } from './feed.service.ts';

/** What all of these events have in common. */
type WorkspaceEvent = Omit<ReceivedEvent, 'data'> & { data: { workspaceId: string } };

@Injectable()
export class FeedConsumer {
  constructor(private readonly feed: FeedService) {}

  @OnEvents(
    productCreated,
    productUpdated,
    productDeleted,
    importCompleted,
    generationSucceeded,
    generationFailed,
    generationReviewed,
    batchCompleted,
    sessionReuseDetected,
    webhookDisabled,
  )
  keep(events: readonly WorkspaceEvent[]): Promise<void> {
    const rows = events.map(({ id, type, subject, time, data }) => {
      const { workspaceId } = data;
      return { workspaceId, id, type: type as FeedType, subject, time, data };
    });
    return this.feed.keep(rows);
  }
}
