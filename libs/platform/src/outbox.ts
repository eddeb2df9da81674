// The outbox: what must leave a service is written in the transaction that makes it true, and sent afterwards.
import { Injectable, Module, type DynamicModule } from '@nestjs/common';
import type { z } from 'zod';
import type { EventDefinition, JobDefinition } from '#contracts';
import { currentContext, newId } from './context.ts';
import { Database, type Transaction } from './database.ts';
import { Health } from './health.ts';
import { Queues } from './queues.ts';
import { Relay } from './relay.ts';

/** Tables of the outbox, for an owner's first migration; `app` and `system` are the two roles. */
export function outboxTables(app: string, system: string): string {
  return `
    CREATE TABLE outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('job', 'event')),
      topic text NOT NULL,
      dedup_key text NOT NULL UNIQUE,
      payload jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    GRANT INSERT ON outbox TO ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO ${system};
  `;
}

/** How a job is to be queued. */
export interface JobPlace {
  queue: string;
  /** Deterministic and new for each dispatch, such as `gen-<id>-<attempt>`; without colons. */
  jobId: string;
  priority?: number;
  delayMs?: number;
}

/** Writes what must leave the service. */
@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly relay: Relay,
  ) {}

  /** Queues a job once the transaction is committed. */
  async job<D extends z.ZodType>(
    tx: Transaction,
    definition: JobDefinition<D>,
    place: JobPlace,
    data: z.input<D>,
  ): Promise<void> {
    if (!definition.queues.includes(place.queue)) throw new Error(`${place.queue} is no queue of this job.`);
    const { requestId = newId(), traceparent } = currentContext() ?? {};
    const context = { requestId, ...(traceparent ? { traceparent } : {}) };
    const payload = {
      ...place,
      attempts: definition.attempts,
      envelope: { context, data: definition.data.parse(data) },
    };
    await this.write(tx, 'job', place.queue, place.jobId, payload);
  }

  /** Publishes an event once the transaction is committed. `subject` is the id of what it is about. */
  async event<D extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<D>,
    subject: string,
    data: z.input<D>,
  ): Promise<void> {
    const id = newId();
    const payload = {
      specversion: '1.0',
      id,
      type: definition.type,
      subject,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      requestid: currentContext()?.requestId ?? id,
      data: definition.data.parse(data),
    };
    await this.write(tx, 'event', definition.type, id, payload);
  }

  private async write(
    tx: Transaction,
    kind: 'job' | 'event',
    topic: string,
    key: string,
    payload: object,
  ): Promise<void> {
    await tx.query('INSERT INTO outbox (kind, topic, dedup_key, payload) VALUES ($1, $2, $3, $4)', [
      kind,
      topic,
      key,
      JSON.stringify(payload),
    ]);
    this.database.afterCommit(tx, () => this.relay.wake());
  }
}

/** Gives an owner its outbox and the relay that empties it. */
@Module({})
export class OutboxModule {
  /** `name` is the owner's; it becomes the source of its events. */
  static connect(config: { REDIS_URL: string }, name: string): DynamicModule {
    const queues = {
      provide: Queues,
      inject: [Health],
      useFactory: (health: Health) => new Queues(config.REDIS_URL, name, health),
    };
    return {
      module: OutboxModule,
      global: true,
      providers: [queues, Relay, Outbox],
      exports: [Outbox, Queues],
    };
  }
}
