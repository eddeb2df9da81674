// The events about a record that counts its members.
import { END, type LiveRecord, type RecordEvents } from './record-follower.state.ts';
import type { ServerSentEvent } from './sse-stream.state.ts';

/** A record whose members wait, run, succeed or fail. */
export type CountedRecord = LiveRecord & {
  counts: { waiting: number; running: number; success: number; failed: number };
};

/** A snapshot, then the counts as they change, then the end. Ids are made of the counts; names begin with `noun`. */
export class CountedEvents<R extends CountedRecord> implements RecordEvents<R> {
  private known = '';

  constructor(private readonly noun: string) {}

  first(record: R): ServerSentEvent {
    this.known = idOf(record);
    return { id: this.known, event: `${this.noun}.snapshot`, data: record };
  }

  news(record: R): ServerSentEvent[] {
    const id = idOf(record);
    if (id === this.known) return [];
    this.known = id;
    return [{ id, event: `${this.noun}.progress`, data: { counts: record.counts } }];
  }

  last(record: R): ServerSentEvent {
    return { id: END, event: `${this.noun}.completed`, data: record };
  }
}

function idOf({ counts: { waiting, running, success, failed } }: CountedRecord): string {
  return [waiting, running, success, failed].join('.');
}
