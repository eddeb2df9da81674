// A durable event consumer, as a service would have one: deliveries at least once, effects exactly once.
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { ConsumerMessages, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Pool, type PoolClient } from 'pg';
import type { NatsServer } from '#testing/servers';

const STREAM = 'EVENTS';
const NS_PER_MS = 1_000_000;
/** Largest number of delivered events without acknowledgement. */
const MAX_PENDING = 100;

/** The part of an event that a consumer uses. */
export interface Event {
  id: string;
}

/** How to consume. */
export interface EventConsumerOptions {
  bus: ReturnType<NatsServer['variables']>;
  /** The consumer’s own database. */
  databaseUrl: string;
  /** Name of the durable consumer. */
  name: string;
  /** The effect of an event, in the transaction that adds it to the inbox. */
  effect: (client: PoolClient, event: Event) => Promise<void>;
  /** Decides on each acknowledgement; false drops it, as a lost connection would. */
  acknowledges?: (event: Event) => boolean;
  /** Time until an event without acknowledgement is delivered again, in milliseconds. */
  ackWaitMs: number;
  /** Time until an event whose effect failed is delivered again, in milliseconds. */
  retryMs: number;
  /** Most deliveries of one event. */
  maxDeliver: number;
}

/** The events that had their effect, and those that could not have it, by their number in the stream. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS inbox (event_id text PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS dead_letter (seq bigint PRIMARY KEY, event jsonb NOT NULL, reason text NOT NULL);
`;

/** A durable consumer of the stream of events. */
export class EventConsumer {
  /** Deliveries so far. */
  deliveries = 0;
  /** Events that became dead letters. */
  deadLetters = 0;
  readonly #options: EventConsumerOptions;
  readonly #bus: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #pool: Pool;
  readonly #working = new Set<Promise<void>>();
  #messages: ConsumerMessages | undefined;

  private constructor(options: EventConsumerOptions, bus: NatsConnection, manager: JetStreamManager) {
    this.#options = options;
    this.#bus = bus;
    this.#manager = manager;
    // Each event in work needs a connection, so their number is also the number of events in work.
    this.#pool = new Pool({ connectionString: options.databaseUrl, max: 10 });
    this.#pool.on('error', () => undefined); // an idle connection breaks when the server restarts
  }

  /** Creates the consumer and its tables where they are missing, and starts to consume. */
  static async open(options: EventConsumerOptions): Promise<EventConsumer> {
    const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = options.bus;
    const reconnect = { maxReconnectAttempts: -1, reconnectTimeWait: 500 };
    const bus = await connect({ servers, user, pass, inboxPrefix: `_INBOX_${user}`, ...reconnect });
    const consumer = new EventConsumer(options, bus, await jetstreamManager(bus));
    await consumer.#consume();
    return consumer;
  }

  /** Number of delivered events without acknowledgement, as the server counts them. */
  async pending(): Promise<number> {
    return (await this.#manager.consumers.info(STREAM, this.#options.name)).num_ack_pending;
  }

  /** Takes no more events, finishes the current ones, and disconnects; the durable consumer stays. */
  async close(): Promise<void> {
    this.#messages?.stop();
    await Promise.allSettled(this.#working);
    await this.#bus.close();
    await this.#pool.end();
  }

  async #consume(): Promise<void> {
    const { name, ackWaitMs, maxDeliver } = this.#options;
    await this.#pool.query(TABLES);
    await this.#manager.consumers.add(STREAM, {
      durable_name: name,
      filter_subject: 'events.generation.*', // what becomes of products and their texts is not counted
      ack_policy: AckPolicy.Explicit,
      ack_wait: ackWaitMs * NS_PER_MS,
      max_deliver: maxDeliver,
      max_ack_pending: MAX_PENDING,
    });
    // A consumer that crashes on an event cannot report it; the server publishes one advisory instead.
    this.#bus.subscribe(`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${STREAM}.${name}`, {
      callback: (_error, message) =>
        this.#track(this.#storeUnacknowledged(message.json<{ stream_seq: number }>().stream_seq)),
    });
    const consumer = await jetstream(this.#bus).consumers.get(STREAM, name);
    const messages = await consumer.consume({ max_messages: MAX_PENDING });
    this.#messages = messages;
    const run = async (): Promise<void> => {
      for await (const message of messages) this.#track(this.#receive(message));
    };
    void run();
  }

  #track(work: Promise<void>): void {
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  }

  async #receive(message: JsMsg): Promise<void> {
    this.deliveries += 1;
    const { acknowledges = () => true, retryMs, maxDeliver } = this.#options;
    const event = message.json<Event>();
    try {
      await this.#apply(event);
      if (acknowledges(event)) message.ack();
    } catch (error) {
      if (message.info.deliveryCount < maxDeliver) return message.nak(retryMs);
      await this.#storeDeadLetter(message.seq, event, String(error)).then(
        () => message.term(),
        () => undefined, // the server’s advisory follows
      );
    }
  }

  /** Applies the effect of an event once: the same transaction adds it to the inbox. */
  async #apply(event: Event): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      const insert = 'INSERT INTO inbox VALUES ($1) ON CONFLICT DO NOTHING';
      const { rowCount } = await client.query(insert, [event.id]);
      if (rowCount === 1) await this.#options.effect(client, event);
      await client.query('COMMIT');
      client.release();
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  }

  async #storeUnacknowledged(seq: number): Promise<void> {
    const stored = await this.#manager.streams.getMessage(STREAM, { seq });
    if (stored) await this.#storeDeadLetter(seq, stored.json<Event>(), 'not acknowledged');
  }

  /** Stores an event that could not be processed, so that somebody can look at it. May be repeated. */
  async #storeDeadLetter(seq: number, event: Event, reason: string): Promise<void> {
    const insert = 'INSERT INTO dead_letter VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
    const { rowCount } = await this.#pool.query(insert, [seq, JSON.stringify(event), reason]);
    this.deadLetters += rowCount ?? 0;
  }
}
