// Empties the outbox into the queues and the event stream. Several relays may run; each row is sent by one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.ts';
import { Queues, type NewJob } from '../jobs/queues.ts';
import { logger } from '../observability/log.ts';
import { EventStream } from './event-stream.ts';
import type { OutboxEntity } from './outbox.entity.ts';
import { ROW_LOCK } from './row-lock.ts';

const log = logger('relay');

/** Rows of one pass. */
const BATCH = 100;
/** Longest pause between two passes, in milliseconds; a commit of this process ends it at once. */
const POLL_MS = 250;
/** Pause after sending events, in milliseconds: events written during it are sent together. Nothing waits for them. */
const EVENT_PAUSE_MS = 100;

type Kind = OutboxEntity['kind'];
type OutboxRow = Pick<OutboxEntity, 'id' | 'topic' | 'payload'> & { dedup_key: string };

/** Empties the outbox. A row is sent before it is deleted: a crash between the two sends it twice but never loses it. */
@Injectable()
export class Relay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isLeaving = false;
  /** Commits that wrote rows of a kind, as far as this process knows. */
  private readonly commits = { job: 0, event: 0 };
  /** Ends the pause of a loop. */
  private readonly wakers = new Map<Kind, () => void>();
  private loops: Promise<unknown> = Promise.resolve();
  private readonly failing = new Set<Kind>();

  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly events: EventStream,
  ) {}

  onApplicationBootstrap(): void {
    // Two loops: a stopped bus must not delay the jobs, nor a stopped Redis the events.
    this.loops = Promise.all([this.loop('job'), this.loop('event')]);
  }

  /** Starts the next pass at once, because rows of a kind were committed. */
  wake(kind: Kind): void {
    this.commits[kind] += 1;
    this.wakers.get(kind)?.();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isLeaving = true;
    this.wake('job');
    this.wake('event');
    await this.loops;
  }

  private async loop(kind: Kind): Promise<void> {
    while (!this.isLeaving) {
      const commits = this.commits[kind];
      let sent = 0;
      try {
        sent = await this.database.asSystem((tx) => this.pass(tx, kind));
        if (this.failing.delete(kind)) log.info(`Sending ${kind}s again`);
      } catch (error) {
        if (!this.failing.has(kind))
          log.warn({ reason: String(error) }, `Cannot send ${kind}s now; they stay in the outbox`);
        this.failing.add(kind);
      }
      if (sent < BATCH) await this.pause(kind, commits);
    }
  }

  private async pass(tx: Transaction, kind: Kind): Promise<number> {
    const rows = await tx.query<OutboxRow[]>(
      `SELECT id, topic, dedup_key, payload FROM outbox WHERE kind = $1
       ORDER BY id LIMIT ${BATCH} ${ROW_LOCK}`,
      [kind],
    );
    if (rows.length === 0) return 0;
    await this.send(kind, rows);
    await tx.query('DELETE FROM outbox WHERE id = ANY($1::bigint[])', [rows.map((row) => row.id)]);
    return rows.length;
  }

  private async send(kind: Kind, rows: readonly OutboxRow[]): Promise<void> {
    if (kind === 'job') return this.queues.add(rows.map(({ payload }) => payload as NewJob));
    await Promise.all(rows.map((row) => this.events.publish(row.topic, row.dedup_key, row.payload)));
  }

  /** Waits for the next pass, unless rows were committed since the last one began. */
  private async pause(kind: Kind, commits: number): Promise<void> {
    if (kind === 'event') await sleep(EVENT_PAUSE_MS);
    if (this.commits[kind] !== commits) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.wakers.delete(kind);
        resolve();
      };
      const timer = setTimeout(end, POLL_MS);
      this.wakers.set(kind, end);
    });
  }
}
