// A durable event consumer, as a service would have one: deliveries at least once, effects exactly once.
import {
  AckPolicy,
  jetstream,
  jetstreamManager,
  type ConsumerMessages,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { Pool, type PoolClient } from 'pg';
import { DeadLetters } from './dead-letters.ts';
import type { BusVariables } from '../servers/nats.ts';

const STREAM = 'EVENTS';
const NS_PER_MS = 1_000_000;
/** Largest number of delivered events without acknowledgement. */
const MAX_PENDING = 100;

/** The parts of an event that a consumer uses. */
export interface Event {
  id: string;
  type: string;
  subject: string;
}

/** How to consume. */
export interface EventConsumerOptions {
  bus: BusVariables;
  /** The consumer’s own database. */
  databaseUrl: string;
  /** Name of the durable consumer. */
  name: string;
  /** The effect of an event, in the transaction that adds it to the inbox. */
  effect: (client: PoolClient, event: Event) => Promise<void>;
  /** Decides on each acknowledgement; false drops it, as a lost connection would. */
  acknowledges?: (event: Event) => boolean;
  /** Time until an event without acknowledgement is delivered again, in milliseconds; 30,000 by default. */
  ackWaitMs?: number;
  /** Time until an event whose effect failed is delivered again, in milliseconds; 1000 by default. */
  retryMs?: number;
  /** Most deliveries of one event; 10 by default. */
  maxDeliver?: number;
  /** Events that are processed at the same time; 10 by default. */
  concurrency?: number;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS inbox (
    consumer text NOT NULL,
    event_id text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
  );
`;

/** A durable consumer of the stream of events. */
export class EventConsumer {
  /** Deliveries so far. */
  deliveries = 0;
  readonly deadLetters: DeadLetters;
  readonly #options: EventConsumerOptions;
  readonly #bus: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #pool: Pool;
  readonly #advisories: Subscription;
  #messages: ConsumerMessages | undefined;
  readonly #working = new Set<Promise<void>>();

  private constructor(
    options: EventConsumerOptions,
    bus: NatsConnection,
    manager: JetStreamManager,
    pool: Pool,
  ) {
    this.#options = options;
    this.#bus = bus;
    this.#manager = manager;
    this.#pool = pool;
    this.deadLetters = new DeadLetters(pool, options.name);
    // A consumer that crashes on an event cannot report it; the server publishes one advisory instead.
    this.#advisories = bus.subscribe(`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${STREAM}.${options.name}`, {
      callback: (_error, message) =>
        void this.#storeDeadLetter(message.json<{ stream_seq: number }>().stream_seq),
    });
  }

  /** Creates the consumer and its tables where they are missing, and starts to consume. */
  static async open(options: EventConsumerOptions): Promise<EventConsumer> {
    const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = options.bus;
    const pool = new Pool({ connectionString: options.databaseUrl, max: 10 });
    pool.on('error', () => undefined); // an idle connection breaks when the server restarts
    await pool.query(TABLES + DeadLetters.TABLES);
    const reconnect = { maxReconnectAttempts: -1, reconnectTimeWait: 500 };
    const bus = await connect({ servers, user, pass, inboxPrefix: `_INBOX_${user}`, ...reconnect });
    const manager = await jetstreamManager(bus);
    await manager.consumers.add(STREAM, {
      durable_name: options.name,
      ack_policy: AckPolicy.Explicit,
      ack_wait: (options.ackWaitMs ?? 30_000) * NS_PER_MS,
      max_deliver: options.maxDeliver ?? 10,
      max_ack_pending: MAX_PENDING,
    });
    const consumer = new EventConsumer(options, bus, manager, pool);
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
    this.#advisories.unsubscribe();
    await Promise.allSettled(this.#working);
    await this.#bus.close();
    await this.#pool.end();
  }

  async #consume(): Promise<void> {
    const { name, concurrency = 10 } = this.#options;
    const consumer = await jetstream(this.#bus).consumers.get(STREAM, name);
    const messages = await consumer.consume({ max_messages: MAX_PENDING });
    this.#messages = messages;
    const run = async (): Promise<void> => {
      for await (const message of messages) {
        const work = this.#receive(message).finally(() => this.#working.delete(work));
        this.#working.add(work);
        if (this.#working.size >= concurrency) await Promise.race(this.#working);
      }
    };
    void run();
  }

  async #receive(message: JsMsg): Promise<void> {
    this.deliveries += 1;
    const { acknowledges = () => true, retryMs = 1000, maxDeliver = 10 } = this.#options;
    const event = message.json<Event>();
    try {
      await this.#apply(event);
      if (acknowledges(event)) message.ack();
    } catch (error) {
      if (message.info.deliveryCount < maxDeliver) return message.nak(retryMs);
      await this.deadLetters.store(message.seq, event, String(error)).then(
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
      const { rowCount } = await client.query(
        'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        [this.#options.name, event.id],
      );
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

  async #storeDeadLetter(seq: number): Promise<void> {
    const stored = await this.#manager.streams.getMessage(STREAM, { seq });
    if (stored) await this.deadLetters.store(seq, stored.json<Event>(), 'not acknowledged');
  }
}
