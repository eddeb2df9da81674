// The JetStream stream of all events: publishes to it, and opens the consumers of an owner.
import { Inject, Injectable } from '@nestjs/common';
import {
  AckPolicy,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
  type Consumer,
  type JetStreamClient,
} from '@nats-io/jetstream';
import { InvalidArgumentError } from '@nats-io/transport-node';
import { AppError } from '#contracts';
import type { EventsConfig } from '../config/config.ts';
import { BusConnection } from '../messaging/bus-connection.ts';

/** Injection token of the owner's name: the source of its events, and the first word of its consumers' names. */
export const EVENT_SOURCE = Symbol('source of events');
/** Injection token of the configuration of the stream. */
export const EVENT_LIMITS = Symbol('limits of the event stream');

/** Longest wait for the stream's acknowledgement, in milliseconds. */
const ACK_MS = 2000;
const NS_PER_SECOND = 1_000_000_000;
/** Name of the stream. */
export const STREAM = 'EVENTS';
/** Events of a consumer that may be delivered and not acknowledged, over all processes of an owner. */
const MAX_UNACKNOWLEDGED = 1000;

/** Codes of the server for a stream or an account that has reached its bytes, its messages or the room of its disk. */
const NO_ROOM: readonly number[] = [10_023, 10_028, 10_047, 10_077];

/** True for an error of `EventStream.publish` by which the stream has no room, so that it is no fault of the event. */
export function isFull(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof JetStreamApiError && NO_ROOM.includes(cause.code);
}

/** A consumer by name, and the subject of the events that it reads; all of them without one. */
interface ConsumerPlace {
  name: string;
  filter?: string;
}

/**
 * The consumer by which an owner reads events of these types. Events of one type come alone, so that an owner does not
 * receive, parse and acknowledge thousands that it has no use for. Several types come in the order of the stream, with
 * all others, because servers before 2.10 know one filter. No filter is ever changed: after that such a server delivers
 * nothing more. The name says what is read instead: a release that reads another type begins with the oldest event of
 * it, and one that is rolled back, or forward again, goes on where it was.
 */
export function consumerOf(owner: string, types: readonly string[]): ConsumerPlace {
  const [type, ...others] = types;
  if (type === undefined || others.length > 0) return { name: owner };
  return { name: `${owner}-${type.replaceAll('.', '-')}`, filter: `events.${type}` };
}

/** Publishes events, and opens the consumers of an owner. */
@Injectable()
export class EventStream {
  private client: Promise<JetStreamClient> | undefined;

  constructor(
    private readonly bus: BusConnection,
    @Inject(EVENT_LIMITS) private readonly limits: EventsConfig,
  ) {}

  /** Time after which an event that was not acknowledged is delivered again, in milliseconds. */
  get ackWaitMs(): number {
    return this.limits.EVENTS_ACK_WAIT_MS;
  }

  /**
   * Publishes an event and waits until the stream has stored it. The stream drops a repeat of a `dedupKey` within two
   * minutes. Errors: Unavailable, of which `isFull` tells those of a stream without room, and plain errors of an event that no
   * stream would take, such as one that is too large.
   */
  async publish(type: string, dedupKey: string, payload: object): Promise<void> {
    try {
      const client = await (this.client ??= this.open());
      const options = { msgID: dedupKey, timeout: ACK_MS };
      await client.publish(`events.${type}`, JSON.stringify(payload), options);
    } catch (error) {
      this.client = undefined; // the stream may be gone: the next event looks for it, and makes it again
      if (error instanceof InvalidArgumentError) throw error;
      throw new AppError('Unavailable', { cause: error });
    }
  }

  /** Name of the stream, bytes in it, and most bytes that it may hold (-1 without a bound). Errors: there is no stream yet. */
  async size(): Promise<{ name: string; bytes: number; maxBytes: number }> {
    const manager = await jetstreamManager(this.bus.nats, { timeout: ACK_MS });
    const { state, config } = await manager.streams.info(STREAM);
    return { name: STREAM, bytes: state.bytes, maxBytes: config.max_bytes };
  }

  /**
   * A durable consumer of an owner, which all its processes share, from the oldest event on. It is made where there is
   * none; an existing one is the operator's, as the stream is. Errors: those of JetStream.
   */
  async consumer({ name, filter }: ConsumerPlace): Promise<Consumer> {
    const client = await this.open();
    const { consumers } = await client.jetstreamManager();
    await consumers.info(STREAM, name).catch((error: unknown) => {
      const code = error instanceof JetStreamApiError && error.code;
      if (code !== JetStreamApiCodes.ConsumerNotFound) throw error;
      return consumers.add(STREAM, {
        durable_name: name,
        ...(filter !== undefined && { filter_subject: filter }),
        ack_policy: AckPolicy.Explicit,
        ack_wait: (this.ackWaitMs / 1000) * NS_PER_SECOND,
        deliver_policy: DeliverPolicy.All,
        max_ack_pending: MAX_UNACKNOWLEDGED,
      });
    });
    return client.consumers.get(STREAM, name);
  }

  /** Events in the stream that a consumer has not handled. Errors: it does not exist yet. */
  async countUnhandled(name: string): Promise<number> {
    const manager = await jetstreamManager(this.bus.nats, { timeout: ACK_MS });
    const info = await manager.consumers.info(STREAM, name);
    return info.num_pending + info.num_ack_pending;
  }

  /** Makes the stream where there is none. An existing stream is the operator's, who may have changed it. */
  private async open(): Promise<JetStreamClient> {
    const manager = await jetstreamManager(this.bus.nats, { timeout: ACK_MS });
    try {
      await manager.streams.info(STREAM);
    } catch (error) {
      const code = error instanceof JetStreamApiError && error.code;
      if (code !== JetStreamApiCodes.StreamNotFound) throw error;
      await manager.streams.add({
        name: STREAM,
        subjects: ['events.>'],
        max_age: this.limits.EVENTS_MAX_AGE_H * 3600 * NS_PER_SECOND,
        max_bytes: this.limits.EVENTS_MAX_BYTES,
        num_replicas: this.limits.EVENTS_REPLICAS,
        duplicate_window: 120 * NS_PER_SECOND,
        discard: 'new', // a full stream refuses the event, so it stays in the outbox
      });
    }
    return manager.jetstream();
  }
}
