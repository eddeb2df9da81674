// Follows a record of which the client gets a snapshot, what has changed since, and the end: all of it from the record.
import { logger } from '#platform/observability';
import { retryTransient } from '#platform/resilience';
import { Changes } from './changes.state.ts';
import type { ServerSentEvent, SseStream } from './sse-stream.state.ts';

const log = logger('streams');

/** Id of the last event about every record. */
export const END = 'end';

/** A record that changes until its status is no longer RUNNING. */
export interface LiveRecord {
  status: string;
}

/** A record on its way to one client. */
export interface Follower<R extends LiveRecord, N> {
  /** Takes a notification about the record; the first ones may come before `start`. */
  receive(notification: N): void;
  /** Sends everything from this state of the record to its end, and ends the stream then. */
  start(stream: SseStream, record: R, lastEventId: string | undefined): void;
  /** Notifications may have been lost. */
  catchUp(): void;
  /** The stream is over. */
  stop(): void;
}

/** The events about one record, for one client. */
export interface RecordEvents<R extends LiveRecord> {
  first(record: R): ServerSentEvent;
  /** What is new since the last call, or since `first`. It may read more than the record, until the stream is over. */
  news(record: R, signal: AbortSignal): ServerSentEvent[] | AsyncIterable<ServerSentEvent>;
  /** What is left to be told of a record that has ended, and the end. */
  last(record: R, signal: AbortSignal): ServerSentEvent[] | AsyncIterable<ServerSentEvent>;
}

/** A record on its way to one client. All events come from the record, so none is lost with a notification. */
export class RecordFollower<R extends LiveRecord> implements Follower<R, unknown> {
  private readonly changes = new Changes();

  constructor(
    private readonly read: () => Promise<R>,
    private readonly events: RecordEvents<R>,
    /** Most time between two reads, in milliseconds, because a notification may get lost. */
    private readonly maxReadMs: number,
  ) {}

  start(stream: SseStream, record: R): void {
    void this.send(stream, record);
  }

  receive(): void {
    this.changes.notify();
  }

  catchUp(): void {
    this.changes.notify();
  }

  stop(): void {
    this.changes.stop();
  }

  /** Sends everything from this state of the record to its end, as fast as the client reads. */
  private async send(stream: SseStream, first: R): Promise<void> {
    const { signal } = this.changes;
    try {
      stream.send(this.events.first(first));
      let record = first;
      while (record.status === 'RUNNING') {
        await this.changes.next(this.maxReadMs);
        record = await retryTransient(this.read, { signal });
        await this.sendAll(stream, this.events.news(record, signal));
      }
      await this.sendAll(stream, this.events.last(record, signal));
    } catch (error) {
      if (!signal.aborted) log.warn({ reason: String(error) }, 'A stream of a record ends early');
    }
    stream.end();
  }

  private async sendAll(
    stream: SseStream,
    events: ServerSentEvent[] | AsyncIterable<ServerSentEvent>,
  ): Promise<void> {
    for await (const event of events) {
      await stream.drained();
      stream.send(event);
    }
  }
}
