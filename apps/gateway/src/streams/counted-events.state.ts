// The events about a record that counts its members.
import { END, type LiveRecord, type RecordEvents } from './record-follower.state.ts';
import type { ServerSentEvent } from './sse-stream.state.ts';

type Counts = Record<'waiting' | 'running' | 'success' | 'failed', number>;

/** A record whose members wait, run, succeed or fail; an experiment may have judgements beside them. */
export type CountedRecord = LiveRecord & { counts: Counts; judge?: { counts: Counts } | undefined };

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
    return [{ id, event: `${this.noun}.progress`, data: countsOf(record) }];
  }

  last(record: R): ServerSentEvent[] {
    return [{ id: END, event: `${this.noun}.completed`, data: record }];
  }
}

function countsOf({ counts, judge }: CountedRecord) {
  return { counts, ...(judge && { judge: { counts: judge.counts } }) };
}

function idOf({ counts, judge }: CountedRecord): string {
  return [counts, ...(judge ? [judge.counts] : [])]
    .flatMap(({ waiting, running, success, failed }) => [waiting, running, success, failed])
    .join('.');
}
