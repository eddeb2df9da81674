// Lets clients follow imports: a snapshot, then each item that settles and the counts, then the end.
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  getImport,
  importChanged,
  importSummary,
  isUuid,
  type Actor,
  type ImportState,
} from '#contracts';
import { newId, withContext } from '#platform/context';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { retryTransient } from '#platform/resilience';
import { Changes } from '../streams/changes.state.ts';
import { EventStreamsService, type SseStream, type Subscriber } from '../streams/event-streams.service.ts';

const log = logger('imports');

/** Id of the last event of every import. */
const END = 'end';
/** Least time between two reads of a followed record, in milliseconds. */
const MIN_READ_MS = 500;
/** Most time between two reads, in milliseconds, because a notification may get lost. */
const MAX_READ_MS = 15_000;

@Injectable()
export class LiveImportsService {
  private readonly followed = new Set<FollowedImport>();

  constructor(
    private readonly bus: Bus,
    private readonly streams: EventStreamsService,
  ) {
    bus.onReconnect(() => {
      for (const one of this.followed) one.changes.notify();
    });
  }

  /**
   * Opens a stream of an import; undefined for a client that has its end. Errors: NotFound, those of Bus.request and of
   * EventStreamsService.openFor.
   */
  async follow(subscriber: Subscriber, id: string): Promise<SseStream | undefined> {
    if (!isUuid(id)) throw new AppError('NotFound');
    const { actor, lastEventId } = subscriber;
    const key = id.toLowerCase();
    const followed = new FollowedImport(() => this.read(actor, key));
    // Before the record is read, so that no change is missed.
    const subscription = this.bus.onNotification(importChanged, key, () => followed.changes.notify());
    try {
      const state = await this.bus.request(getImport, { actor, id: key });
      if (state.status !== 'RUNNING' && lastEventId === END) {
        subscription.unsubscribe();
        return undefined;
      }
      const stream = this.streams.openFor(subscriber);
      this.followed.add(followed);
      stream.onClose(() => {
        this.followed.delete(followed);
        subscription.unsubscribe();
        followed.changes.stop();
      });
      void followed.send(stream, state);
      return stream;
    } catch (error) {
      subscription.unsubscribe();
      throw error;
    }
  }

  /** The record as it stands; outside of the request, whose deadline has passed. */
  private read(actor: Actor, id: string): Promise<ImportState> {
    const context = { requestId: newId(), deadline: performance.now() + getImport.timeoutMs };
    return withContext(context, () => this.bus.request(getImport, { actor, id }));
  }
}

/** An import on its way to one client. All events come from the record, so none is lost with a notification. */
class FollowedImport {
  /** Places of the items that the client knows as settled. */
  private readonly settled = new Set<number>();
  readonly changes = new Changes();

  constructor(private readonly read: () => Promise<ImportState>) {}

  /** Sends everything from this state of the import to its end. */
  async send(stream: SseStream, first: ImportState): Promise<void> {
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
