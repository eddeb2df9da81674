// Gives an owner its outbox, the relay that empties it, and the metrics and the page of its queues.
import { Module, type DynamicModule } from '@nestjs/common';
import type { JobDefinition } from '#contracts';
import type { OwnerConfig } from '../config/config.ts';
import { Database } from '../database/database.ts';
import { QueueView } from '../jobs/queue-view.ts';
import { Queues } from '../jobs/queues.ts';
import { Health, OpsPages } from '../observability/health.ts';
import { EVENT_LIMITS, EventStream } from './event-stream.ts';
import { EVENT_SOURCE, Outbox } from './outbox.ts';
import { OwnerMetrics } from './owner-metrics.ts';
import { Relay } from './relay.ts';

/** Gives an owner its outbox. */
@Module({})
export class OutboxModule {
  /** `name` is the owner's and the source of its events; `jobs` are the jobs that it dispatches. */
  static forRoot(config: OwnerConfig, name: string, jobs: readonly JobDefinition[]): DynamicModule {
    const { REDIS_URL: url, REDIS_DURABILITY: durability, QUEUE_VIEW_PASSWORD: password } = config;
    const queueNames = jobs.flatMap((job) => job.queues);
    const queues = {
      provide: Queues,
      inject: [Health],
      useFactory: (health: Health) => new Queues(url, name, health, durability),
    };
    const metrics = {
      provide: OwnerMetrics,
      inject: [Database, Queues, EventStream],
      useFactory: (database: Database, opened: Queues, stream: EventStream) =>
        new OwnerMetrics(database, opened, stream, queueNames),
    };
    const view = {
      provide: QueueView,
      inject: [Queues, OpsPages],
      useFactory: (opened: Queues, pages: OpsPages) =>
        password === undefined ? undefined : new QueueView(opened, queueNames, password, pages),
    };
    const source = { provide: EVENT_SOURCE, useValue: name };
    const limits = { provide: EVENT_LIMITS, useValue: config };
    return {
      module: OutboxModule,
      global: true,
      providers: [queues, metrics, view, source, limits, EventStream, Relay, Outbox],
      exports: [Outbox, Queues],
    };
  }
}
