// The JetStream stream of all events.
import { Injectable } from '@nestjs/common';
import { jetstream, jetstreamManager, type JetStreamClient } from '@nats-io/jetstream';
import { BusConnection } from '../messaging/bus-connection.ts';

/** Longest wait for the stream's acknowledgement, in milliseconds. */
const ACK_MS = 2000;
const NS_PER_SECOND = 1_000_000_000;

const STREAM = {
  name: 'EVENTS',
  subjects: ['events.>'],
  max_age: 7 * 86_400 * NS_PER_SECOND,
  max_bytes: 1_000_000_000,
  duplicate_window: 120 * NS_PER_SECOND,
  discard: 'new' as const, // a full stream refuses the event, so it stays in the outbox
};

/** Publishes events; the stream is created when the first one is sent. */
@Injectable()
export class EventStream {
  private client: JetStreamClient | undefined;

  constructor(private readonly bus: BusConnection) {}

  /** Publishes an event and waits until the stream has stored it. The stream drops a repeat of a `dedupKey`. */
  async publish(type: string, dedupKey: string, payload: object): Promise<void> {
    this.client ??= await this.open();
    await this.client.publish(`events.${type}`, JSON.stringify(payload), {
      msgID: dedupKey,
      timeout: ACK_MS,
    });
  }

  private async open(): Promise<JetStreamClient> {
    const manager = await jetstreamManager(this.bus.nats, { timeout: ACK_MS });
    await manager.streams.add(STREAM);
    return jetstream(this.bus.nats, { timeout: ACK_MS });
  }
}
