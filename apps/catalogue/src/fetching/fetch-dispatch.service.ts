// Puts fetch batches into the queues of their regions.
import { Injectable } from '@nestjs/common';
import { fetchBatchJob, importQueue, type Region } from '#contracts';
import { newId } from '#platform/context';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { missingBatches } from './fetch-retry.rules.ts';
import { FetchBatchesStore, type FetchBatchRow, type NewFetchBatch } from './fetch-batches.store.ts';

type Dispatch = Pick<FetchBatchRow, 'id' | 'region'> & { dispatch?: number };

/** The job id of one dispatch: new each time, so that the queue never takes a repeat for the job before it. */
const jobIdOf = ({ id, dispatch = 1 }: Dispatch): string => `fetch-${id}-${dispatch}`;

@Injectable()
export class FetchDispatchService {
  constructor(
    private readonly batches: FetchBatchesStore,
    private readonly outbox: Outbox,
  ) {}

  /** Queues the batches that a region lacks for the products that wait in it. */
  async topUp(tx: Transaction, region: Region): Promise<void> {
    const { pendingByMarketplace, unassignedBatches } = await this.batches.lockAndMeasureDemand(tx, region);
    const length = missingBatches(pendingByMarketplace, unassignedBatches);
    const batches = Array.from({ length }, () => ({ id: newId(), region, preassigned: false, failures: 0 }));
    await this.dispatchNew(tx, batches, 0);
  }

  /** Stores new batches and queues them. */
  async dispatchNew(tx: Transaction, batches: readonly NewFetchBatch[], delayMs: number): Promise<void> {
    if (batches.length === 0) return;
    await this.batches.insert(tx, batches, delayMs);
    await this.enqueue(tx, batches, delayMs);
  }

  /** Puts a batch into its queue once more, under a new job id. */
  async dispatchAgain(tx: Transaction, batch: FetchBatchRow, delayMs: number): Promise<void> {
    const again = { ...batch, dispatch: batch.dispatch + 1 };
    await this.batches.requeue(tx, again, delayMs);
    await this.enqueue(tx, [again], delayMs);
  }

  /** For each batch: true while its latest job stands in the outbox, waits, is delayed or runs. */
  areQueued(batches: readonly Dispatch[]): Promise<boolean[]> {
    return this.outbox.arePending(
      batches.map((batch) => ({ queue: importQueue(batch.region), jobId: jobIdOf(batch) })),
    );
  }

  private enqueue(tx: Transaction, batches: readonly Dispatch[], delayMs: number): Promise<void> {
    const jobs = batches.map((batch) => ({
      queue: importQueue(batch.region),
      jobId: jobIdOf(batch),
      data: { v: 1 as const, batchId: batch.id },
      ...(delayMs > 0 ? { delayMs } : {}),
    }));
    return this.outbox.jobs(tx, fetchBatchJob, jobs);
  }
}
