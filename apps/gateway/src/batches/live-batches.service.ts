// Lets clients follow batches: a snapshot, then the counts as they change, then the end.
import { Injectable } from '@nestjs/common';
import { batchChanged, getBatch, type Batch } from '#contracts';
import {
  END,
  type RecordEvents,
  RecordStreamsService,
  type ServerSentEvent,
  type SseStream,
  type Subscriber,
} from '../streams/index.ts';

@Injectable()
export class LiveBatchesService {
  constructor(private readonly streams: RecordStreamsService) {}

  /** Opens a stream of a batch; undefined for a client that has the last event. Errors: as RecordStreamsService.follow. */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.followChanges(subscriber, id, {
      notification: batchChanged,
      request: getBatch,
      events: () => new BatchEvents(),
    });
  }
}

/** The events about a batch. The id of an event is made of the counts that it tells. */
class BatchEvents implements RecordEvents<Batch> {
  private known = '';

  first(batch: Batch): ServerSentEvent {
    this.known = idOf(batch);
    return { id: this.known, event: 'batch.snapshot', data: batch };
  }

  news(batch: Batch): ServerSentEvent[] {
    const id = idOf(batch);
    if (id === this.known) return [];
    this.known = id;
    return [{ id, event: 'batch.progress', data: { counts: batch.counts } }];
  }

  last(batch: Batch): ServerSentEvent {
    return { id: END, event: 'batch.completed', data: batch };
  }
}

function idOf({ counts: { waiting, running, success, failed } }: Batch): string {
  return [waiting, running, success, failed].join('.');
}
