// Counts the ends of generations in their batches, and announces the batches that have changed or ended.
import { Injectable } from '@nestjs/common';
import { batchChanged, batchCompleted, experimentChanged } from '#contracts';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { Outbox } from '#platform/outbox';
import { affordable } from './batch-costs.rules.ts';
import { countsOf } from './batches.rules.ts';
import { BatchesStore, type BatchInWork, type ChangedBatch, type Member } from './batches.store.ts';

/** A batch, and what was left for its generations when it was read, in millionths. */
export type PaidBatch = BatchInWork & { leftMicros: number };

@Injectable()
export class BatchCountsService {
  constructor(
    private readonly database: Database,
    private readonly store: BatchesStore,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
  ) {}

  /**
   * Takes products from those that wait, as far as the money of their batch goes, because their generations begin; returns those
   * that it took. Whoever calls this has the lock of the holder, and so sees all that run: also what another instance, or another
   * batch with the same limit, has begun since the batch was read.
   */
  async take(tx: Transaction, batch: PaidBatch, members: readonly Member[]): Promise<Member[]> {
    const paid = members.slice(0, await this.paidFor(tx, batch));
    const taken = paid.length === 0 ? [] : await this.store.take(tx, batch, paid);
    if (taken.length > 0) this.database.afterCommit(tx, () => this.tell(batch));
    return taken;
  }

  private async paidFor(tx: Transaction, batch: PaidBatch): Promise<number> {
    if (batch.leftMicros === Infinity) return Infinity;
    const costs = await this.store.costs(tx, batch);
    return affordable({ ...costs, leftMicros: batch.leftMicros - (costs.spentMicros - batch.spentMicros) });
  }

  /** Counts generations that have ended alike. The last one of a batch ends the batch. */
  async noteEnds(
    tx: Transaction,
    ended: readonly { workspaceId: string; batchId: string | null }[],
    outcome: 'success' | 'failed',
  ): Promise<void> {
    const members = ended.filter(({ batchId }) => batchId !== null);
    if (members.length === 0) return;
    for (const batch of await this.store.noteEnds(tx, members, outcome)) this.announce(tx, batch);
  }

  /**
   * Announces a batch that has changed, once the transaction is committed. The end of a batch is an event, unless it is part of
   * an experiment.
   */
  announce(tx: Transaction, batch: ChangedBatch): void {
    const { workspaceId, id, requestId, status } = batch;
    if (status !== 'RUNNING' && batch.experimentId === null) {
      const data = { workspaceId, batchId: id, status, counts: countsOf(batch) };
      // In the context of the accepting request, so that its id leads to the event.
      withContext({ requestId }, () => this.outbox.events(tx, batchCompleted, [{ subject: id, data }]));
    }
    this.database.afterCommit(tx, () => this.tell(batch));
  }

  private tell({ id, experimentId }: Pick<ChangedBatch, 'id' | 'experimentId'>): void {
    this.bus.notify(batchChanged, id, {});
    if (experimentId !== null) this.bus.notify(experimentChanged, experimentId, {});
  }
}
