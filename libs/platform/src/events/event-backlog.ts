// Tells how far the owners are with the events of the stream, for a task that must wait for them.
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import type { BusConfig } from '../config/config.ts';
import { BusConnection } from '../messaging/bus-connection.ts';
import { STREAM } from './event-stream.ts';

/** What the consumers of the stream have not handled yet. */
export class EventBacklog {
  private constructor(
    private readonly bus: BusConnection,
    private readonly manager: JetStreamManager,
  ) {}

  /** Connects; `name` shows in the server's list of connections. */
  static async open(config: BusConfig, name: string): Promise<EventBacklog> {
    const bus = await BusConnection.open(config, name);
    return new EventBacklog(bus, await jetstreamManager(bus.nats));
  }

  /** The number of the last event. Errors: those of JetStream, also when there is no stream. */
  async last(): Promise<number> {
    const { state } = await this.manager.streams.info(STREAM);
    return state.last_seq;
  }

  /** The consumers that have neither handled all events up to this one, nor none left; also those that nobody reads any more. */
  async behind(sequence: number): Promise<string[]> {
    const names: string[] = [];
    for await (const consumer of this.manager.consumers.list(STREAM)) {
      const { name, ack_floor: floor, num_pending: pending, num_ack_pending: unacknowledged } = consumer;
      if (floor.stream_seq < sequence && pending + unacknowledged > 0) names.push(name);
    }
    return names.toSorted();
  }

  close(): Promise<void> {
    return this.bus.onApplicationShutdown();
  }
}
