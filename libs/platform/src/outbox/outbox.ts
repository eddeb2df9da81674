// The outbox: a message is written in the transaction that makes it true, and sent after the commit.
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { z } from 'zod';
import type { EventDefinition, JobData, JobDefinition } from '#contracts';
import { currentContext, newId, newRequestId } from '../context/context.ts';
import { arraysOf } from '../database/columns.ts';
import { Database, type Transaction } from '../database/database.ts';
import { Queues, type NewJob } from '../jobs/queues.ts';
import { EVENT_SOURCE } from '../events/event-stream.ts';
import { Relay, SENDING_MS, type NewRow } from './relay.ts';

/** All rows of a transaction in one statement: an import may write dozens of jobs. The app role may only insert. */
const INSERT = `
  INSERT INTO outbox (kind, topic, dedup_key, payload, due_at)
  SELECT kind, topic, dedup_key, payload::jsonb, now() + CASE WHEN sent THEN interval '${SENDING_MS} milliseconds' ELSE '0' END
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) AS message (kind, topic, dedup_key, payload, sent)`;

/** Writes messages that must leave the owner. */
@Injectable()
export class Outbox {
  /** What the open transactions write at their ends. */
  private readonly waiting = new WeakMap<Transaction, NewRow[]>();

  constructor(
    private readonly database: Database,
    private readonly relay: Relay,
    @Inject(EVENT_SOURCE) private readonly source: string,
    @Optional() private readonly queues?: Queues,
  ) {}

  /**
   * Queues jobs once the transaction has committed. A `jobId` is deterministic and new for each dispatch, such as
   * `gen-<id>-<attempt>`, without colons.
   */
  jobs<D extends JobData>(
    tx: Transaction,
    definition: JobDefinition<D>,
    jobs: readonly (Pick<NewJob, 'queue' | 'jobId' | 'priority' | 'delayMs'> & { data: z.input<D> })[],
  ): void {
    const { requestId = newRequestId(), traceparent } = currentContext() ?? {};
    const context = { requestId, traceparent };
    const rows = jobs.map(({ data, ...placement }) => {
      if (!definition.queues.includes(placement.queue))
        throw new Error(`${placement.queue} is no queue of this job.`);
      const envelope = { context, data: definition.data.parse(data) };
      const payload = { ...placement, attempts: definition.attempts, envelope };
      return { kind: 'job' as const, topic: placement.queue, dedupKey: placement.jobId, payload };
    });
    this.write(tx, rows);
  }

  /** Publishes events once the transaction has committed; `subject` is the id of the resource that changed. */
  events<D extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<D>,
    events: readonly { subject: string; data: z.input<D> }[],
  ): void {
    const requestid = currentContext()?.requestId ?? newRequestId();
    const rows = events.map(({ subject, data }) => {
      const id = newId();
      const payload = {
        specversion: '1.0',
        id,
        source: `shelfscribe/${this.source}`,
        type: definition.type,
        subject,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        dataschema: `urn:shelfscribe:event:${definition.type}:${definition.version}`,
        requestid,
        data: definition.data.parse(data),
      };
      return { kind: 'event' as const, topic: definition.type, dedupKey: id, payload };
    });
    this.write(tx, rows);
  }

  /** For each of these jobs: true while it stands in the outbox and is not parked, or waits, is delayed or runs in its queue. */
  async arePending(jobs: readonly Pick<NewJob, 'queue' | 'jobId'>[]): Promise<boolean[]> {
    const rows = await this.database.system<{ jobId: string }>(
      `SELECT dedup_key AS "jobId" FROM outbox WHERE dedup_key = ANY ($1) AND due_at < 'infinity'`,
      [jobs.map(({ jobId }) => jobId)],
    );
    const unsent = new Set(rows.map((row) => row.jobId));
    const pending = jobs.map(
      async ({ queue, jobId }) => unsent.has(jobId) || (await this.queues?.isPending(queue, jobId)) === true,
    );
    return Promise.all(pending);
  }

  /** Adds rows to those that the transaction writes last, in one write with its COMMIT. */
  private write(tx: Transaction, rows: readonly NewRow[]): void {
    if (rows.length === 0) return;
    const others = this.waiting.get(tx);
    if (others) return void others.push(...rows);
    const all = [...rows];
    this.waiting.set(tx, all);
    this.database.beforeCommit(tx, () => this.insert(tx, all));
  }

  private insert(tx: Transaction, rows: readonly NewRow[]): Promise<unknown> {
    const sent = this.relay.sendsAtOnce(rows);
    this.database.afterCommit(tx, () => this.relay.committed(rows));
    const texts = rows.map(({ payload, ...row }) => ({
      ...row,
      payload: JSON.stringify(payload),
      sent: row.kind === 'job' && sent,
    }));
    return tx.query(INSERT, arraysOf(texts, 'kind', 'topic', 'dedupKey', 'payload', 'sent'));
  }
}
