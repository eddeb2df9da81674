// Counts the ends of generations in their batches, and announces the batches that have changed or ended.
import { Injectable } from '@nestjs/common';
import { batchChanged, batchCompleted, experimentChanged } from '#contracts';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { Outbox } from '#platform/outbox';
import { countsOf } from './batches.rules.ts';
import { BatchesStore, type BatchTask, type ChangedBatch, type Member } from './batches.store.ts';

@Injectable()
export class BatchCountsService {
  constructor(
    private readonly database: Database,
    private readonly store: BatchesStore,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
  ) {}

  /** Takes products from those that wait, because their generations begin; returns those that still waited. */
  async take(tx: Transaction, batch: BatchTask, members: readonly Member[]): Promise<Member[]> {
    const taken = members.length === 0 ? [] : await this.store.take(tx, batch, members);
    if (taken.length > 0) this.database.afterCommit(tx, () => this.tell(batch));
    return taken;
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
