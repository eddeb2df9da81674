// Gives an owner its outbox, the relay that empties it, the consumer of events, and the metrics and the page of its queues.
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { JobDefinition } from '#contracts';
import type { EventsConfig, OwnerConfig } from '../config/config.ts';
import { Database } from '../database/database.ts';
import { QueueView } from '../jobs/queue-view.ts';
import { Queues } from '../jobs/queues.ts';
import { Health, OpsPages } from '../observability/health.ts';
import { EventConsumers } from '../events/event-consumers.ts';
import { EventDelivery } from '../events/event-delivery.ts';
import { EVENT_LIMITS, EVENT_SOURCE, EventStream } from '../events/event-stream.ts';
import { Outbox } from './outbox.ts';
import { OwnerMetrics } from './owner-metrics.ts';
import { Relay, SENT } from './relay.ts';

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
    const view = {
      provide: QueueView,
      inject: [Queues, OpsPages],
      useFactory: (opened: Queues, pages: OpsPages) =>
        password === undefined ? undefined : new QueueView(opened, queueNames, password, pages),
    };
    return {
      module: OutboxModule,
      imports: [DiscoveryModule],
      global: true,
      providers: [queues, view, ...providers(config, name, queueNames)],
      exports: [Outbox, Queues],
    };
  }

  /**
   * The outbox of an owner that dispatches no jobs: it sends events only and needs no Redis. `sent` is the SQL condition of the
   * rows that this process sends, where others with the same database send to other streams.
   */
  static forEvents(config: EventsConfig, name: string, sent?: string): DynamicModule {
    return {
      module: OutboxModule,
      imports: [DiscoveryModule],
      global: true,
      providers: [...providers(config, name, []), { provide: SENT, useValue: sent }],
      exports: [Outbox],
    };
  }
}

function providers(config: EventsConfig, name: string, queueNames: readonly string[]): Provider[] {
  const metrics = {
    provide: OwnerMetrics,
    inject: [Database, EventStream, { token: Queues, optional: true }],
    useFactory: (database: Database, stream: EventStream, queues?: Queues) =>
      new OwnerMetrics(database, stream, queues, queueNames),
  };
  const source = { provide: EVENT_SOURCE, useValue: name };
  const limits = { provide: EVENT_LIMITS, useValue: config };
  return [metrics, source, limits, EventStream, EventConsumers, EventDelivery, Relay, Outbox];
}
