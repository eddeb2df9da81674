// The outbox: what must leave a service is written in the transaction that makes it true, and sent afterwards.
import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import type { z } from 'zod';
import type { EventDefinition, JobData, JobDefinition } from '#contracts';
import type { OwnerConfig } from '../config/config.ts';
import { currentContext } from '../context/context.ts';
import { newId } from '../fast/new-id.ts';
import { Database, type Transaction } from '../database/database.ts';
import { OwnerMetrics } from './owner-metrics.ts';
import { Health, OpsPages } from '../observability/health.ts';
import { QueueView } from '../jobs/queue-view.ts';
import { Queues } from '../jobs/queues.ts';
import { Relay, type OutboxKind } from './relay.ts';

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

/** Name of the owner, in its events. */
const SOURCE = Symbol('source of events');

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
    @Inject(SOURCE) private readonly source: string,
  ) {}

  /** Queues jobs once the transaction is committed. */
  async jobs<D extends JobData>(
    tx: Transaction,
    definition: JobDefinition<D>,
    places: readonly (JobPlace & { data: z.input<D> })[],
  ): Promise<void> {
    const { requestId = newId(), traceparent } = currentContext() ?? {};
    const context = { requestId, ...(traceparent ? { traceparent } : {}) };
    const rows = places.map(({ data, ...place }) => {
      if (!definition.queues.includes(place.queue))
        throw new Error(`${place.queue} is no queue of this job.`);
      const envelope = { context, data: definition.data.parse(data) };
      const payload = { ...place, attempts: definition.attempts, envelope };
      return { topic: place.queue, key: place.jobId, payload };
    });
    await this.write(tx, 'job', rows);
  }

  /** Publishes events once the transaction is committed; `subject` is the id of what each is about. */
  async events<D extends z.ZodType>(
    tx: Transaction,
    definition: EventDefinition<D>,
    facts: readonly { subject: string; data: z.input<D> }[],
  ): Promise<void> {
    const requestid = currentContext()?.requestId ?? newId();
    const rows = facts.map(({ subject, data }) => {
      const id = newId();
      const envelope = {
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
      return { topic: definition.type, key: id, payload: envelope };
    });
    await this.write(tx, 'event', rows);
  }

  private async write(
    tx: Transaction,
    kind: OutboxKind,
    rows: readonly { topic: string; key: string; payload: object }[],
  ): Promise<void> {
    if (rows.length === 0) return;
    await tx.query(
      `INSERT INTO outbox (kind, topic, dedup_key, payload)
       SELECT $1, topic, dedup_key, payload::jsonb
       FROM unnest($2::text[], $3::text[], $4::text[]) AS made (topic, dedup_key, payload)`,
      [
        kind,
        rows.map((row) => row.topic),
        rows.map((row) => row.key),
        rows.map((row) => JSON.stringify(row.payload)),
      ],
    );
    this.database.afterCommit(tx, () => this.relay.wake(kind));
  }
}

/** Gives an owner its outbox and the relay that empties it. */
@Module({})
export class OutboxModule {
  /** `name` is the owner's; it becomes the source of its events. `jobs` are those that it gives out. */
  static forRoot(config: OwnerConfig, name: string, jobs: readonly JobDefinition[]): DynamicModule {
    const { REDIS_URL: url, QUEUE_VIEW_PASSWORD: password } = config;
    const names = jobs.flatMap((one) => one.queues);
    const queues = {
      provide: Queues,
      inject: [Health],
      useFactory: (health: Health) => new Queues(url, name, health),
    };
    const figures = {
      provide: OwnerMetrics,
      inject: [Database, Queues],
      useFactory: (database: Database, made: Queues) => new OwnerMetrics(database, made, names),
    };
    const view = {
      provide: QueueView,
      inject: [Queues, OpsPages],
      useFactory: (made: Queues, pages: OpsPages) =>
        password === undefined ? undefined : new QueueView(made, names, password, pages),
    };
    return {
      module: OutboxModule,
      global: true,
      providers: [queues, figures, view, { provide: SOURCE, useValue: name }, Relay, Outbox],
      exports: [Outbox, Queues],
    };
  }
}
