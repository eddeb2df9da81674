// Lets clients follow experiments: a snapshot, then the counts as they change, then the end with the results.
import { Injectable } from '@nestjs/common';
import { experimentChanged, getExperiment, type Experiment } from '#contracts';
import {
  END,
  type RecordEvents,
  RecordStreamsService,
  type ServerSentEvent,
  type SseStream,
  type Subscriber,
} from '../streams/index.ts';

@Injectable()
export class LiveExperimentsService {
  constructor(private readonly streams: RecordStreamsService) {}

  /** Opens a stream of an experiment; undefined for a client that has the last event. Errors: as RecordStreamsService.follow. */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.followChanges(subscriber, id, {
      notification: experimentChanged,
      request: getExperiment,
      events: () => new ExperimentEvents(),
    });
  }
}

/** The events about an experiment. The id of an event is made of the counts that it tells. */
class ExperimentEvents implements RecordEvents<Experiment> {
  private known = '';

  first(experiment: Experiment): ServerSentEvent {
    this.known = idOf(experiment);
    return { id: this.known, event: 'experiment.snapshot', data: experiment };
  }

  news(experiment: Experiment): ServerSentEvent[] {
    const id = idOf(experiment);
    if (id === this.known) return [];
    this.known = id;
    return [{ id, event: 'experiment.progress', data: { counts: experiment.counts } }];
  }

  last(experiment: Experiment): ServerSentEvent {
    return { id: END, event: 'experiment.completed', data: experiment };
  }
}

function idOf({ counts: { waiting, running, success, failed } }: Experiment): string {
  return [waiting, running, success, failed].join('.');
}
