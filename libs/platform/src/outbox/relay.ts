// The relay: empties the outbox into queues and the event stream. Several may run; each row is sent by one.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { jetstream, jetstreamManager, type JetStreamClient } from '@nats-io/jetstream';
import { BusConnection } from '../messaging/bus-connection.ts';
import { Database, type Transaction } from '../database/database.ts';
import { logger } from '../observability/log.ts';
import { Queues, type NewJob } from '../jobs/queues.ts';

const log = logger('relay');

/** Rows of one pass. */
const BATCH = 100;
/** The relay looks at least this often, in milliseconds; a commit of this process wakes it at once. */
const POLL_MS = 250;
/** Rest after sending events, in milliseconds: those that are written meanwhile go together. Nobody waits for them. */
const EVENT_REST_MS = 100;
const EVENT_ACK_MS = 2000;

/** The stream of all events. */
export const EVENT_STREAM = {
  name: 'EVENTS',
  subjects: ['events.>'],
  max_age: 7 * 86_400 * 1_000_000_000, // ns
  max_bytes: 1_000_000_000,
  duplicate_window: 120 * 1_000_000_000, // ns
  // A full stream refuses the publish, so the event stays in the outbox.
  discard: 'new',
} as const;

/** What leaves through the outbox: jobs for the queues, events for the stream. */
export type OutboxKind = 'job' | 'event';

interface OutboxRow {
  id: string;
  topic: string;
  dedup_key: string;
  payload: object;
}

/** Empties the outbox. Sending comes before forgetting, so a crash between the two sends twice, never not. */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private leaving = false;
  private readonly wakes = { job: 0, event: 0 };
  private readonly sleepers = new Map<OutboxKind, () => void>();
  private loops: Promise<unknown> = Promise.resolve();
  private events: JetStreamClient | undefined;
  private readonly failing = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly bus: BusConnection,
  ) {}

  onApplicationBootstrap(): void {
    // Two loops: a stopped bus must not hold up the jobs, nor a stopped Redis the events.
    this.loops = Promise.all([this.loop('job', sendJobs), this.loop('event', sendEvents)]);
  }

  /** Looks at once for rows of a kind. */
  wake(kind: OutboxKind): void {
    this.wakes[kind] += 1;
    this.sleepers.get(kind)?.();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.leaving = true;
    this.wake('job');
    this.wake('event');
    await this.loops;
  }

  /** Adds jobs to their queues. */
  addJobs(jobs: NewJob[]): Promise<void> {
    return this.queues.add(jobs);
  }

  /** Publishes one event and waits until the stream has it. */
  async publish(row: OutboxRow): Promise<void> {
    this.events ??= await this.openStream();
    await this.events.publish(`events.${row.topic}`, JSON.stringify(row.payload), {
      msgID: row.dedup_key,
      timeout: EVENT_ACK_MS,
    });
  }

  private async openStream(): Promise<JetStreamClient> {
    const manager = await jetstreamManager(this.bus.nats, { timeout: EVENT_ACK_MS });
    await manager.streams.add({ ...EVENT_STREAM, subjects: [...EVENT_STREAM.subjects] });
    return jetstream(this.bus.nats, { timeout: EVENT_ACK_MS });
  }

  private async loop(
    kind: OutboxKind,
    send: (relay: Relay, rows: OutboxRow[]) => Promise<void>,
  ): Promise<void> {
    while (!this.leaving) {
      const seen = this.wakes[kind];
      let sent = 0;
      try {
        sent = await this.database.asSystem((tx) => this.pass(tx, kind, send));
        if (this.failing.delete(kind)) log.info(`Sending ${kind}s again`);
      } catch (error) {
        if (!this.failing.has(kind))
          log.warn({ reason: String(error) }, `Cannot send ${kind}s now; they are kept`);
        this.failing.add(kind);
      }
      if (sent < BATCH) await this.pause(kind, seen);
    }
  }

  private async pass(
    tx: Transaction,
    kind: OutboxKind,
    send: (relay: Relay, rows: OutboxRow[]) => Promise<void>,
  ): Promise<number> {
    const rows = await tx.query<OutboxRow[]>(
      `SELECT id, topic, dedup_key, payload FROM outbox WHERE kind = $1
       ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [kind],
    );
    if (rows.length === 0) return 0;
    await send(this, rows);
    await tx.query('DELETE FROM outbox WHERE id = ANY($1::bigint[])', [rows.map((row) => row.id)]);
    return rows.length;
  }

  /** Waits for the next look, unless something was written since `seen`. */
  private async pause(kind: OutboxKind, seen: number): Promise<void> {
    if (kind === 'event') await sleep(EVENT_REST_MS);
    if (this.wakes[kind] !== seen) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.sleepers.delete(kind);
        resolve();
      };
      const timer = setTimeout(end, POLL_MS);
      this.sleepers.set(kind, end);
    });
  }
}

function sendJobs(relay: Relay, rows: OutboxRow[]): Promise<void> {
  return relay.addJobs(rows.map((row) => row.payload as NewJob));
}

async function sendEvents(relay: Relay, rows: OutboxRow[]): Promise<void> {
  await Promise.all(rows.map((row) => relay.publish(row)));
}
