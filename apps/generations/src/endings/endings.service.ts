// Ends generations, whatever ends them: the outcome of a worker, a person who cancels, the deadline, lost workers, the money
// of a batch. Status, statistic, usage, counts of batches, texts of products and events change in one transaction.
import { Injectable } from '@nestjs/common';
import type { AttemptUsage, GenerationErrorCode, GenerationLease, GenerationOutcome } from '#contracts';
import type { Transaction } from '#platform/database';
import { BatchCountsService } from '../batch-record/index.ts';
import { LedgerService } from '../ledger/index.ts';
import { ProductTextsService } from '../texts/index.ts';
import { EndingAnnouncementsService } from './ending-announcements.service.ts';
import { EndingsStore, type EndedGeneration } from './endings.store.ts';

/** An outcome that asks for nothing but to be written: the first claim has succeeded and tells what it used. */
export interface Success {
  lease: GenerationLease;
  outcome: GenerationOutcome & { status: 'SUCCESS'; usage: AttemptUsage };
}

@Injectable()
export class EndingsService {
  constructor(
    private readonly store: EndingsStore,
    private readonly ledger: LedgerService,
    private readonly counts: BatchCountsService,
    private readonly texts: ProductTextsService,
    private readonly announcements: EndingAnnouncementsService,
  ) {}

  /**
   * Ends a generation with the outcome of its worker; false when the claim is not the latest, so that the outcome is discarded.
   * What was used counts in any case. May be repeated.
   */
  async finish(tx: Transaction, lease: GenerationLease, outcome: GenerationOutcome): Promise<boolean> {
    const { status, usage } = outcome;
    const errorCode = status === 'FAILED' ? outcome.errorCode : undefined;
    const ended = await this.store.finish(tx, lease, outcome);
    const tell = () => this.ledger.tell(tx, lease, { usage, errorCode }, ended?.model);
    if (!ended) {
      await tell();
      return this.store.hasEnded(tx, lease, status);
    }
    // Earlier claims whose workers fell silent, and this one if its worker reports no usage, are charged by their estimates.
    if (lease.epoch > 1 || !usage) {
      await this.ledger.lock(tx, ended.id);
      await tell();
      await this.ledger.chargeUntold(tx, [ended.id], errorCode ?? 'GenerationInterrupted');
      await this.follow(tx, [ended], errorCode);
    } else await Promise.all([tell(), this.follow(tx, [ended], errorCode)]);
    return true;
  }

  /**
   * Ends several generations; false for each whose claim is not the latest, of which nothing is noted: `finish` is for it. They
   * are locked in the order of their ids, as wherever several are.
   */
  async finishTogether(tx: Transaction, successes: readonly Success[]): Promise<boolean[]> {
    const ordered = successes.toSorted((a, b) => (a.lease.generationId < b.lease.generationId ? -1 : 1));
    const rows = await Promise.all(
      ordered.map(async (success) => ({
        success,
        ended: await this.store.finish(tx, success.lease, success.outcome),
      })),
    );
    const done = rows.flatMap(({ success, ended }) => (ended ? [{ success, ended }] : []));
    const attempts = done.map(({ success: { lease, outcome }, ended: { model, batchId } }) => ({
      lease,
      usage: outcome.usage,
      model,
      batchId,
    }));
    const ended = done.map((one) => one.ended);
    if (done.length > 0)
      await Promise.all([this.ledger.tellSuccesses(tx, attempts), this.follow(tx, ended, undefined)]);
    const accepted = new Set(done.map(({ success }) => success));
    return successes.map((success) => accepted.has(success));
  }

  /** Ends those generations that are RUNNING as FAILED without an outcome of a worker, and returns them. */
  async fail(
    tx: Transaction,
    ids: readonly string[],
    errorCode: GenerationErrorCode,
  ): Promise<EndedGeneration[]> {
    const ended = await this.store.fail(tx, ids, errorCode);
    if (ended.length === 0) return ended;
    await this.ledger.chargeUntold(
      tx,
      ended.map(({ id }) => id),
      errorCode,
    );
    await this.follow(tx, ended, errorCode);
    return ended;
  }

  /**
   * What follows from ends that are alike. The texts of products are locked last, as in every transaction, so that none waits
   * in a circle.
   */
  private async follow(
    tx: Transaction,
    ended: readonly EndedGeneration[],
    errorCode: GenerationErrorCode | undefined,
  ): Promise<void> {
    const isSuccess = errorCode === undefined;
    this.announcements.announce(tx, ended, errorCode);
    await this.counts.noteEnds(tx, ended, isSuccess ? 'success' : 'failed');
    if (isSuccess) await this.texts.update(tx, ended);
  }
}
