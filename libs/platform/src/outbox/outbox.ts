// The outbox: a message is written in the transaction that makes it true, and sent after the commit.
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { z } from 'zod';
import type { EventDefinition, JobData, JobDefinition } from '#contracts';
import { currentContext, newId } from '../context/context.ts';
import { arraysOf } from '../database/columns.ts';
import { Database, type Transaction } from '../database/database.ts';
import { Queues, type NewJob } from '../jobs/queues.ts';
import { EVENT_SOURCE } from '../events/event-stream.ts';
import type { OutboxEntity } from './outbox.entity.ts';
import { Relay } from './relay.ts';

/** Writes messages that must leave the owner. */
@Injectable()
export class Outbox {
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
  async jobs<D extends JobData>(
    tx: Transaction,
    definition: JobDefinition<D>,
    jobs: readonly (Pick<NewJob, 'queue' | 'jobId' | 'priority' | 'delayMs'> & { data: z.input<D> })[],
  ): Promise<void> {
    const { requestId = newId(), traceparent } = currentContext() ?? {};
    const context = { requestId, traceparent };
    const rows = jobs.map(({ data, ...placement }) => {
      if (!definition.queues.includes(placement.queue))
        throw new Error(`${placement.queue} is no queue of this job.`);
      const envelope = { context, data: definition.data.parse(data) };
      const payload = { ...placement, attempts: definition.attempts, envelope };
      return { topic: placement.queue, dedupKey: placement.jobId, payload };
    });
    await this.write(tx, 'job', rows);
  }

  /** Publishes events once the transaction has committed; `subject` is the id of the resource that changed. */
  async events<D extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<D>,
    events: readonly { subject: string; data: z.input<D> }[],
  ): Promise<void> {
    const requestid = currentContext()?.requestId ?? newId();
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
      return { topic: definition.type, dedupKey: id, payload };
    });
    await this.write(tx, 'event', rows);
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

  /** One statement for all rows: an import may write dozens of jobs. The app role may only insert. */
  private async write(
    tx: Transaction,
    kind: OutboxEntity['kind'],
    messages: readonly Pick<OutboxEntity, 'topic' | 'dedupKey' | 'payload'>[],
  ): Promise<void> {
    if (messages.length === 0) return;
    const rows = messages.map((message) => ({ ...message, payload: JSON.stringify(message.payload) }));
    await tx.query(
      `INSERT INTO outbox (kind, topic, dedup_key, payload)
       SELECT $1, topic, dedup_key, payload::jsonb
       FROM unnest($2::text[], $3::text[], $4::text[]) AS message (topic, dedup_key, payload)`,
      [kind, ...arraysOf(rows, 'topic', 'dedupKey', 'payload')],
    );
    this.database.afterCommit(tx, () => this.relay.wake(kind));
  }
}
