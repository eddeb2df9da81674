// Opens streams of events about one record: subscribes to its changes, reads it, and lets a follower tell the client.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  AppError,
  isUuid,
  type Actor,
  type NotificationDefinition,
  type RequestDefinition,
} from '#contracts';
import { newRequestId, withContext } from '#platform/context';
import { Bus } from '#platform/messaging';
import { EventStreamsService, type SseStream, type Subscriber } from './event-streams.service.ts';
import {
  END,
  RecordFollower,
  type Follower,
  type LiveRecord,
  type RecordEvents,
} from './record-follower.state.ts';
import { SharedRead } from './shared-read.state.ts';

export type { Follower, RecordEvents } from './record-follower.state.ts';

/** Least time between two reads of a record that tells all of its changes itself, in milliseconds. */
const MIN_READ_MS = 500;

/** Where the events about a record come from. */
export interface RecordSource<R extends LiveRecord, N extends z.ZodType> {
  /** Comes with the id of the record as its key. */
  notification: NotificationDefinition<N>;
  /** Reads the record. */
  request: RequestDefinition<z.ZodType<unknown, { actor: Actor; id: string }>, z.ZodType<R>>;
  /** Makes the follower of a record, which it can `read` again: at the latest `maxReadMs` after the last time. */
  follower: (id: string, read: () => Promise<R>, maxReadMs: number) => Follower<R, z.output<N>>;
  /** Least time between two reads, in milliseconds. */
  minReadMs: number;
}

/** A record whose events all follow from the record itself; `events` makes those for one client. */
export interface RecordChanges<R extends LiveRecord> extends Omit<
  RecordSource<R, z.ZodType>,
  'follower' | 'minReadMs'
> {
  events: () => RecordEvents<R>;
}

@Injectable()
export class RecordStreamsService {
  private readonly followers = new Set<{ catchUp(): void }>();
  /** What the streams follow, by request, workspace and id. */
  private readonly records = new Map<string, SharedRead<LiveRecord>>();

  constructor(
    private readonly bus: Bus,
    private readonly streams: EventStreamsService,
  ) {
    bus.onReconnect(() => {
      for (const follower of this.followers) follower.catchUp();
    });
  }

  /**
   * Opens a stream of a record; undefined for a client that has the last event. Errors: NotFound, those of Bus.request and of
   * EventStreamsService.openFor.
   */
  async follow<R extends LiveRecord, N extends z.ZodType>(
    subscriber: Subscriber,
    id: string,
    source: RecordSource<R, N>,
  ): Promise<SseStream | undefined> {
    if (!isUuid(id)) throw new AppError('NotFound');
    const { actor, lastEventId } = subscriber;
    const read = (): Promise<R> => this.bus.request(source.request, { actor, id });
    const place = `${source.request.subject} ${actor.workspaceId} ${id}`;
    const shared = this.shareOf<R>(place, source.minReadMs);
    const readAgain = () => shared.read(() => outsideOfRequest(source.request.timeoutMs, read));
    const follower = source.follower(id, readAgain, this.streams.maxReadMs);
    // Before the record is read, so that no change is missed.
    const subscription = this.bus.onNotification(source.notification, id, (data) => follower.receive(data));
    try {
      const record = await read();
      if (record.status !== 'RUNNING' && lastEventId === END) {
        subscription.unsubscribe();
        this.leave(place);
        return undefined;
      }
      const stream = this.streams.openFor(subscriber);
      this.followers.add(follower);
      stream.onClose(() => {
        this.followers.delete(follower);
        subscription.unsubscribe();
        this.leave(place);
        follower.stop();
      });
      follower.start(stream, record, lastEventId);
      return stream;
    } catch (error) {
      subscription.unsubscribe();
      this.leave(place);
      throw error;
    }
  }

  /** Opens a stream of a record of which the client gets a snapshot, what has changed since, and the end. */
  followChanges<R extends LiveRecord>(
    subscriber: Subscriber,
    id: string,
    { notification, request, events }: RecordChanges<R>,
  ): Promise<SseStream | undefined> {
    const follower = (_: string, read: () => Promise<R>, maxReadMs: number) =>
      new RecordFollower(read, events(), maxReadMs);
    return this.follow(subscriber, id, { notification, request, follower, minReadMs: MIN_READ_MS });
  }

  /** What the streams of a record share, until each of them has left. */
  private shareOf<R extends LiveRecord>(place: string, minReadMs: number): SharedRead<R> {
    const shared = this.records.get(place) ?? new SharedRead<LiveRecord>(minReadMs);
    this.records.set(place, shared);
    shared.followers += 1;
    return shared as SharedRead<R>;
  }

  private leave(place: string): void {
    const shared = this.records.get(place);
    if (!shared) return;
    shared.followers -= 1;
    if (shared.followers === 0) this.records.delete(place);
  }
}

/** Runs work with a deadline of its own: a stream goes on after the deadline of the request that opened it. */
export function outsideOfRequest<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  return withContext({ requestId: newRequestId(), deadline: performance.now() + timeoutMs }, work);
}
