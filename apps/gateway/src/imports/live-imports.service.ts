// Lets clients follow imports: a snapshot, then each item that settles and the counts, then the end.
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { getImport, importChanged, importSummary, type ImportState } from '#contracts';
import { logger } from '#platform/observability';
import { retryTransient } from '#platform/resilience';
import { Changes, type SseStream, type Subscriber } from '../streams/event-streams.service.ts';
import { END, RecordStreamsService, type Follower } from '../streams/record-streams.service.ts';

const log = logger('imports');

/** Least time between two reads of a followed record, in milliseconds. */
const MIN_READ_MS = 500;
/** Most time between two reads, in milliseconds, because a notification may get lost. */
const MAX_READ_MS = 15_000;

@Injectable()
export class LiveImportsService {
  constructor(private readonly streams: RecordStreamsService) {}

  /** Opens a stream of an import; undefined for a client that has its end. Errors: those of RecordStreamsService.follow. */
  follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    return this.streams.follow(subscriber, id, {
      notification: importChanged,
      request: getImport,
      follower: (_, read) => new FollowedImport(read),
    });
  }
}

/** An import on its way to one client. All events come from the record, so none is lost with a notification. */
class FollowedImport implements Follower<ImportState, object> {
  /** Places of the items that the client knows as settled. */
  private readonly settled = new Set<number>();
  private readonly changes = new Changes();

  constructor(private readonly read: () => Promise<ImportState>) {}

  start(stream: SseStream, first: ImportState): void {
    void this.send(stream, first);
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

  /** Sends everything from this state of the import to its end. */
  private async send(stream: SseStream, first: ImportState): Promise<void> {
    const { signal } = this.changes;
    try {
      this.settle(first);
      stream.send({ id: idOf(first), event: 'import.snapshot', data: first });
      let state = first;
      while (state.status === 'RUNNING') {
        await this.changes.next(MAX_READ_MS);
        const before = idOf(state);
        state = await retryTransient(this.read, { signal });
        if (idOf(state) !== before) await this.sendNews(stream, state);
        if (state.status === 'RUNNING') await pause(MIN_READ_MS, undefined, { signal });
      }
      await stream.drained();
      stream.send({ id: END, event: 'import.completed', data: importSummary.parse(state) });
    } catch (error) {
      if (!signal.aborted) log.warn({ reason: String(error) }, 'A stream of an import ends early');
    }
    stream.end();
  }

  /** Sends each item that has settled since, as fast as the client reads, and then the counts. */
  private async sendNews(stream: SseStream, state: ImportState): Promise<void> {
    const id = idOf(state);
    for (const data of this.settle(state)) {
      stream.send({ id, event: 'import.item', data });
      await stream.drained();
    }
    stream.send({ id, event: 'import.progress', data: { counts: state.counts } });
  }

  /** Notes the items that have settled; returns those that had not. */
  private settle({ items }: ImportState): ImportState['items'] {
    return items.filter(({ status }, place) => {
      const isNew = status !== 'importing' && !this.settled.has(place);
      if (isNew) this.settled.add(place);
      return isNew;
    });
  }
}

/** Id of the events about a state: how many items have settled. */
function idOf({ counts }: ImportState): string {
  return String(counts.success + counts.failure);
}
