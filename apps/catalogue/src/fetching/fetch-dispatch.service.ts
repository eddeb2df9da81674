// Puts fetch batches into the queues of their regions.
import { Injectable } from '@nestjs/common';
import { fetchBatchJob, importQueue } from '#contracts';
import { currentContext, newId, withContext, type Context } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { IntervalTasks, type IntervalTask } from '#platform/resilience';
import { missingBatches } from './fetch-retry.rules.ts';
import { FetchBatchesStore, type FetchBatchRow, type NewFetchBatch } from './fetch-batches.store.ts';

type Dispatch = Pick<FetchBatchRow, 'id' | 'region'> & { dispatch?: number };

/** Pause between two looks at the demand, in milliseconds; MAX_QUEUED batches must last for longer. */
const TOP_UP_MS = 2000;

/** The job id of one dispatch: new each time, so that the queue never takes a repeat for the job before it. */
const jobIdOf = ({ id, dispatch = 1 }: Dispatch): string => `fetch-${id}-${dispatch}`;

@Injectable()
export class FetchDispatchService {
  private readonly toppingUp: IntervalTask;
  /** The import that woke the task; the batches that it queues belong to the trace of that import. */
  private waker: Context | undefined;

  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesStore,
    private readonly outbox: Outbox,
    tasks: IntervalTasks,
  ) {
    this.toppingUp = tasks.add('top-up of fetch batches', TOP_UP_MS, () => this.topUpForWaker());
  }

  /**
   * Looks at the demand once the transaction has committed. The transaction itself does not: it would hold the lock of
   * the measurement, for which all other imports would wait. If the process ends before, the next look of any instance counts
   * the fetches.
   */
  topUpAfter(tx: Transaction): void {
    const context = currentContext();
    this.database.afterCommit(tx, () => {
      // Without the deadline of the request, which does not wait for the batches.
      this.waker = context && { ...context, deadline: undefined };
      this.toppingUp.wake();
    });
  }

  /** Queues the batches that regions lack for the products that wait; public so that a test need not wait. */
  async topUp(): Promise<void> {
    await this.database.asSystem(async (tx) => {
      const demand = await this.batches.lockAndMeasureDemand(tx);
      const missing = demand.flatMap(({ region, pendingByMarketplace, unassignedBatches }) => {
        const length = missingBatches(pendingByMarketplace, unassignedBatches);
        return Array.from({ length }, () => ({ id: newId(), region, preassigned: false, tries: 0 }));
      });
      await this.dispatchNew(tx, missing, 0);
    });
  }

  private topUpForWaker(): Promise<void> {
    const { waker } = this;
    this.waker = undefined;
    return waker ? withContext(waker, () => this.topUp()) : this.topUp();
  }

  /** Stores new batches and queues them. */
  async dispatchNew(tx: Transaction, batches: readonly NewFetchBatch[], delayMs: number): Promise<void> {
    if (batches.length === 0) return;
    await this.batches.insert(tx, batches, delayMs);
    this.enqueue(tx, batches, delayMs);
  }

  /** Puts a batch into its queue once more, under a new job id. */
  async dispatchAgain(tx: Transaction, batch: FetchBatchRow, delayMs: number): Promise<void> {
    const again = { ...batch, dispatch: batch.dispatch + 1 };
    await this.batches.requeue(tx, again, delayMs);
    this.enqueue(tx, [again], delayMs);
  }

  /** Queues a batch that has been tried as often as a claimed one and is to have its products, behind all others; returns its id. */
  async dispatchLater(tx: Transaction, batch: FetchBatchRow): Promise<string> {
    const later = { region: batch.region, id: newId(), dispatch: 1 };
    await this.batches.insertLater(tx, batch.id, later.id);
    this.enqueue(tx, [later], 0);
    return later.id;
  }

  /** For each batch: true while its latest job stands in the outbox, waits, is delayed or runs. */
  areQueued(batches: readonly Dispatch[]): Promise<boolean[]> {
    return this.outbox.arePending(
      batches.map((batch) => ({ queue: importQueue(batch.region), jobId: jobIdOf(batch) })),
    );
  }

  private enqueue(tx: Transaction, batches: readonly Dispatch[], delayMs: number): void {
    const jobs = batches.map((batch) => ({
      queue: importQueue(batch.region),
      jobId: jobIdOf(batch),
      data: { v: 1 as const, batchId: batch.id },
      ...(delayMs > 0 ? { delayMs } : {}),
    }));
    this.outbox.jobs(tx, fetchBatchJob, jobs);
  }
}
