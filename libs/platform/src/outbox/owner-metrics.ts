// Metrics of an owner's queues, outbox and event stream, read from Redis, Postgres and NATS at scrape time.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { Queues } from '../jobs/queues.ts';
import { onScrape, ownerGauges, type GaugeReading } from '../observability/metrics.ts';
import type { EventStream } from '../events/event-stream.ts';

/** Most rows of the outbox that are counted: a scrape must stay cheap however many wait. */
const MAX_COUNTED = 10_000;
/** Minutes after which a row that alone cannot be sent is parked; an older one fails because nothing can be sent. */
const PARKED_MIN = 15;

/** Reads the metrics of an owner. Several instances read the same queues: take the `max` of them, not the sum. */
@Injectable()
export class OwnerMetrics implements OnApplicationShutdown {
  private readonly stops: (() => void)[];

  /** `queueNames` are the queues that the owner fills. */
  constructor(
    private readonly database: Database,
    private readonly stream: EventStream,
    private readonly queues: Queues | undefined,
    private readonly queueNames: readonly string[],
  ) {
    const { jobs, oldest, paused, pending, unsent, parked, streamBytes, streamMaxBytes } = ownerGauges;
    this.stops = [
      onScrape([jobs, oldest, paused], () => this.readQueues()),
      onScrape([pending, unsent, parked], () => this.readOutbox()),
      onScrape([streamBytes, streamMaxBytes], () => this.readStream()),
    ];
  }

  onApplicationShutdown(): void {
    for (const stop of this.stops) stop();
  }

  private async readQueues(): Promise<GaugeReading[]> {
    const { queues } = this;
    if (!queues) return [];
    const snapshots = await Promise.all(
      this.queueNames.map(async (queue) => ({ queue, ...(await queues.snapshot(queue)) })),
    );
    return snapshots.flatMap(({ queue, counts, oldestMs, isPaused }): GaugeReading[] => [
      ...Object.entries(counts).map(([state, value]) => ({
        gauge: ownerGauges.jobs,
        labels: { queue, state },
        value,
      })),
      { gauge: ownerGauges.oldest, labels: { queue }, value: oldestMs / 1000 },
      { gauge: ownerGauges.paused, labels: { queue }, value: isPaused ? 1 : 0 },
    ]);
  }

  private async readStream(): Promise<GaugeReading[]> {
    const { name, bytes, maxBytes } = await this.stream.size();
    const labels = { stream: name };
    const size = { gauge: ownerGauges.streamBytes, labels, value: bytes };
    return maxBytes < 0 ? [size] : [size, { gauge: ownerGauges.streamMaxBytes, labels, value: maxBytes }];
  }

  /**
   * A row that has failed while others were sent waits until it is due again, and is late only from then on, until it is parked.
   * In an outage it stays due; the other rows have no failures then, nor while the stream is full, so their whole age counts.
   */
  private async readOutbox(): Promise<GaugeReading[]> {
    const rows = await this.database.system<{ kind: string; pending: number; age: number; parked: number }>(
      `SELECT kind, pending, greatest(0, extract(epoch FROM now() - since))::float8 AS age, parked
       FROM unnest(ARRAY['job', 'event']) AS known (kind) CROSS JOIN LATERAL (
         SELECT count(*)::int AS pending, min(
           CASE WHEN failures = 0 OR created_at < now() - interval '${PARKED_MIN} minutes' THEN created_at ELSE due_at END) AS since FROM (
           SELECT created_at, failures, due_at FROM outbox WHERE outbox.kind = known.kind AND due_at < 'infinity'
           ORDER BY due_at, id LIMIT ${MAX_COUNTED}) AS first
       ) AS waiting CROSS JOIN LATERAL (
         SELECT count(*)::int AS parked FROM outbox WHERE outbox.kind = known.kind AND due_at = 'infinity'
       ) AS parked`,
    );
    return rows.flatMap(({ kind, pending, age, parked }): GaugeReading[] => [
      { gauge: ownerGauges.pending, labels: { kind }, value: pending },
      { gauge: ownerGauges.unsent, labels: { kind }, value: Math.max(0, age) },
      { gauge: ownerGauges.parked, labels: { kind }, value: parked },
    ]);
  }
}
