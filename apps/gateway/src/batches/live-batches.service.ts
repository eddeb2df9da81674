// Lets clients follow batches: a snapshot, then the counts as they change, then the end.
import { Injectable } from '@nestjs/common';
import { batchChanged, getBatch } from '#contracts';
import { CountedEvents, RecordStreamsService, type SseStream, type Subscriber } from '../streams/index.ts';

@Injectable()
export class LiveBatchesService {
  constructor(private readonly streams: RecordStreamsService) {}

  /** Opens a stream of a batch; undefined for a client that has the last event. Errors: as RecordStreamsService.follow. */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.followChanges(subscriber, id, {
      notification: batchChanged,
      request: getBatch,
      events: () => new CountedEvents('batch'),
    });
  }
}
