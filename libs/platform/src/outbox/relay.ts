// Empties the outbox into the queues and the event stream. Several relays may run; each row is sent by one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.ts';
import { Queues, type NewJob } from '../jobs/queues.ts';
import { IntervalTasks, type IntervalTask } from '../resilience/interval-task.ts';
import { EventStream } from './event-stream.ts';
import type { OutboxEntity } from './outbox.entity.ts';
import { ROW_LOCK } from './row-lock.ts';

/** Rows of one pass. */
const BATCH = 100;
/** Longest pause between two passes, in milliseconds; a commit of this process ends it at once. */
const POLL_MS = 250;
/** Pause after sending events, in milliseconds: events written during it are sent together. Nothing waits for them. */
const EVENT_PAUSE_MS = 100;

type Kind = OutboxEntity['kind'];
type OutboxRow = Pick<OutboxEntity, 'id' | 'topic' | 'payload' | 'dedupKey'>;

/** Empties the outbox. A row is sent before it is deleted: a crash between the two sends it twice but never loses it. */
@Injectable()
export class Relay {
  /** Two tasks: a stopped bus must not delay the jobs, nor a stopped Redis the events. */
  private readonly passes: Record<Kind, IntervalTask>;

  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly events: EventStream,
    tasks: IntervalTasks,
  ) {
    this.passes = {
      job: tasks.add('relay of jobs', POLL_MS, () => this.pass('job')),
      event: tasks.add('relay of events', POLL_MS, () => this.pass('event')),
    };
  }

  /** Starts the next pass at once, because rows of a kind were committed. */
  wake(kind: Kind): void {
    this.passes[kind].wake();
  }

  private async pass(kind: Kind): Promise<void> {
    let sent = 0;
    try {
      sent = await this.database.asSystem((tx) => this.sendRows(tx, kind));
    } finally {
      if (kind === 'event' && sent < BATCH) await sleep(EVENT_PAUSE_MS);
    }
    if (sent === BATCH) this.wake(kind);
  }

  private async sendRows(tx: Transaction, kind: Kind): Promise<number> {
    const rows = await tx.query<OutboxRow[]>(
      `SELECT id, topic, dedup_key AS "dedupKey", payload FROM outbox WHERE kind = $1
       ORDER BY id LIMIT ${BATCH} ${ROW_LOCK}`,
      [kind],
    );
    if (rows.length === 0) return 0;
    if (kind === 'job') await this.queues.add(rows.map(({ payload }) => payload as NewJob));
    else await Promise.all(rows.map((row) => this.events.publish(row.topic, row.dedupKey, row.payload)));
    await tx.query('DELETE FROM outbox WHERE id = ANY($1::bigint[])', [rows.map((row) => row.id)]);
    return rows.length;
  }
}
