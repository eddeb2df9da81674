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
  qualityChanged,
  sessionReuseDetected,
  webhookDisabled,
  type FeedType,
} from '#contracts';
import { OnEvents, type ReceivedEvent } from '#platform/events';
import { FeedService } from './feed.service.ts';

/** What all of these events have in common, and what of them is for services alone. */
type WorkspaceEvent = Omit<ReceivedEvent, 'data'> & {
  data: { workspaceId: string; sourceVersion?: number; sourceHash?: string };
};

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
    qualityChanged,
    sessionReuseDetected,
    webhookDisabled,
  )
  keep(events: readonly WorkspaceEvent[]): Promise<void> {
    const rows = events.map(({ id, type, subject, time, data: all }) => {
      const { sourceVersion: _sourceVersion, sourceHash: _sourceHash, ...data } = all;
      const { workspaceId } = data;
      return { workspaceId, id, type: type as FeedType, subject, time, data };
    });
    return this.feed.keep(rows);
  }
}
