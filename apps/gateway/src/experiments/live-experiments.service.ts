// Lets clients follow experiments: a snapshot, then the counts as they change, then the end with the results.
import { Injectable } from '@nestjs/common';
import { experimentChanged, getExperiment } from '#contracts';
import { CountedEvents, RecordStreamsService, type SseStream, type Subscriber } from '../streams/index.ts';

@Injectable()
export class LiveExperimentsService {
  constructor(private readonly streams: RecordStreamsService) {}

  /** Opens a stream of an experiment; undefined for a client that has the last event. Errors: as RecordStreamsService.follow. */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.followChanges(subscriber, id, {
      notification: experimentChanged,
      request: getExperiment,
      events: () => new CountedEvents('experiment'),
    });
  }
}
