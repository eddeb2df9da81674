// Stops batches before their end.
import { Injectable } from '@nestjs/common';
import { isUuid, type BatchStopReason } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { InsertionsService } from '../intake/index.ts';
import { EndingsService } from '../endings/index.ts';
import { BatchCountsService, BatchesStore } from '../batch-record/index.ts';

@Injectable()
export class BatchStopsService {
  constructor(
    private readonly database: Database,
    private readonly store: BatchesStore,
    private readonly insertions: InsertionsService,
    private readonly endings: EndingsService,
    private readonly counts: BatchCountsService,
  ) {}

  /**
   * Cancels what is left of a batch, RUNNING generations included; nothing of one that has ended. The generations are locked
   * before the batch, as by everything that ends one.
   */
  async cancel(workspaceId: string, id: string): Promise<void> {
    if (!isUuid(id)) return;
    await this.database.asSystem(async (tx) => {
      if (!(await this.lockIntake(tx, workspaceId, id))) return;
      const running = await this.store.lockRunning(tx, workspaceId, id, 'all');
      await this.stop(tx, workspaceId, id, 'Cancelled');
      await this.endings.fail(tx, running, 'Cancelled');
    });
  }

  /** Stops a batch whose money is spent; generations that a worker has already begun go on to their end. */
  async stopSpent(
    workspaceId: string,
    id: string,
    reason: Exclude<BatchStopReason, 'Cancelled'>,
  ): Promise<void> {
    await this.database.asSystem(async (tx) => {
      if (!(await this.lockIntake(tx, workspaceId, id))) return;
      const queued = await this.store.lockRunning(tx, workspaceId, id, 'queued');
      await this.stop(tx, workspaceId, id, reason);
      await this.endings.fail(tx, queued, 'BudgetExceeded');
    });
  }

  /** Keeps the batch from getting more generations until the end of the transaction; false when there is no such batch. */
  private async lockIntake(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
    const holderId = await this.store.holderOf(tx, workspaceId, id);
    if (holderId !== undefined) await this.insertions.lockIntake(tx, holderId);
    return holderId !== undefined;
  }

  private async stop(
    tx: Transaction,
    workspaceId: string,
    id: string,
    reason: BatchStopReason,
  ): Promise<void> {
    const stopped = await this.store.stop(tx, workspaceId, id, reason);
    if (stopped) this.counts.announce(tx, stopped);
  }
}
