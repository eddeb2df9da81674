// What an owner shows of its queues and its outbox: read from Redis and Postgres when somebody scrapes.
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { Queues } from '../jobs/queues.ts';
import { onScrape, ownerGauges, type GaugeReading } from '../observability/metrics.ts';

/** Rows of the outbox that are counted, at the most: a look must stay cheap however much has piled up. */
const COUNTED = 100_000;

/** Shows the figures of an owner. Several copies show the same queues: take the `max` of them, not the sum. */
@Injectable()
export class OwnerMetrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private stops: (() => void)[] = [];

  /** `names` are the queues that it owns. */
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    private readonly names: readonly string[],
  ) {}

  onApplicationBootstrap(): void {
    this.stops = [
      onScrape([ownerGauges.jobs, ownerGauges.oldest, ownerGauges.paused], () => this.queueFigures()),
      onScrape([ownerGauges.pending, ownerGauges.unsent], () => this.outboxFigures()),
    ];
  }

  onApplicationShutdown(): void {
    for (const stop of this.stops) stop();
  }

  private async queueFigures(): Promise<GaugeReading[]> {
    const looks = await Promise.all(
      this.names.map(async (queue) => ({ queue, ...(await this.queues.snapshot(queue)) })),
    );
    return looks.flatMap(({ queue, counts, oldestMs, paused }): GaugeReading[] => [
      ...Object.entries(counts).map(([state, value]) => ({
        gauge: ownerGauges.jobs,
        labels: { queue, state },
        value,
      })),
      { gauge: ownerGauges.oldest, labels: { queue }, value: oldestMs / 1000 },
      { gauge: ownerGauges.paused, labels: { queue }, value: paused ? 1 : 0 },
    ]);
  }

  private async outboxFigures(): Promise<GaugeReading[]> {
    const rows = await this.database.system<{ kind: string; pending: number; age: number }>(
      `SELECT known.kind, count(first.kind)::int AS pending,
         coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age
       FROM unnest(ARRAY['job', 'event']) AS known (kind)
       LEFT JOIN (SELECT kind, created_at FROM outbox ORDER BY id LIMIT ${COUNTED}) AS first USING (kind)
       GROUP BY known.kind`,
    );
    return rows.flatMap(({ kind, pending, age }): GaugeReading[] => [
      { gauge: ownerGauges.pending, labels: { kind }, value: pending },
      { gauge: ownerGauges.unsent, labels: { kind }, value: Math.max(0, age) },
    ]);
  }
}
