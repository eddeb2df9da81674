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
import { newId, withContext } from '#platform/context';
import { Bus } from '#platform/messaging';
import { EventStreamsService, type SseStream, type Subscriber } from './event-streams.service.ts';

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

/** Where the events about a record come from. */
export interface RecordSource<R extends LiveRecord, N extends z.ZodType> {
  /** Comes with the id of the record as its key. */
  notification: NotificationDefinition<N>;
  /** Reads the record. */
  request: RequestDefinition<z.ZodType<unknown, { actor: Actor; id: string }>, z.ZodType<R>>;
  /** Makes the follower of a record, which it can `read` again. */
  follower: (id: string, read: () => Promise<R>) => Follower<R, z.output<N>>;
}

@Injectable()
export class RecordStreamsService {
  private readonly followers = new Set<{ catchUp(): void }>();

  constructor(
    private readonly bus: Bus,
    private readonly streams: EventStreamsService,
  ) {
    bus.onReconnect(() => {
      for (const follower of this.followers) follower.catchUp();
    });
  }

  /**
   * Opens a stream of a record; undefined for a client that has its end. Errors: NotFound, those of Bus.request and of
   * EventStreamsService.openFor.
   */
  async follow<R extends LiveRecord, N extends z.ZodType>(
    subscriber: Subscriber,
    id: string,
    source: RecordSource<R, N>,
  ): Promise<SseStream | undefined> {
    if (!isUuid(id)) throw new AppError('NotFound');
    const { actor, lastEventId } = subscriber;
    const key = id.toLowerCase();
    const read = (): Promise<R> => this.bus.request(source.request, { actor, id: key });
    const follower = source.follower(key, () => outsideOfRequest(source.request.timeoutMs, read));
    // Before the record is read, so that no change is missed.
    const subscription = this.bus.onNotification(source.notification, key, (data) => follower.receive(data));
    try {
      const record = await read();
      if (record.status !== 'RUNNING' && lastEventId === END) {
        subscription.unsubscribe();
        return undefined;
      }
      const stream = this.streams.openFor(subscriber);
      this.followers.add(follower);
      stream.onClose(() => {
        this.followers.delete(follower);
        subscription.unsubscribe();
        follower.stop();
      });
      follower.start(stream, record, lastEventId);
      return stream;
    } catch (error) {
      subscription.unsubscribe();
      throw error;
    }
  }
}

/** Runs work with a deadline of its own: a stream goes on after the deadline of the request that opened it. */
export function outsideOfRequest<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  return withContext({ requestId: newId(), deadline: performance.now() + timeoutMs }, work);
}
