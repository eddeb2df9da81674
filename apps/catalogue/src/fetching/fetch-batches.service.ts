// Fetch batches. Each is one marketplace call, whose products are chosen when a worker claims the batch.
import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  claimFetchBatch,
  FetchBatchLease,
  FetchFailure,
  FetchOutcome,
  Region,
} from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { runAll } from '#platform/resilience';
import { type EarlyEnd, ImportCompletionService, type ImportKey } from '../import-record/index.ts';
import { fencedResults, redispatched } from '../metrics.ts';
import { FetchBatchesStore, type ExpiredBatch, type FetchBatchRow } from './fetch-batches.store.ts';
import { FetchDispatchService } from './fetch-dispatch.service.ts';
import {
  decide,
  isCounted,
  MAX_BATCH,
  MAX_FAILURES,
  MAX_LOST_WORKERS,
  middleOf,
} from './fetch-retry.rules.ts';
import type { FetchTurn } from './fetch-turns.rules.ts';
import {
  PendingFetchesStore,
  type BatchProducts,
  type FetchRequest,
  type HeldProduct,
} from './pending-fetches.store.ts';

/** Most expired batches of one round, and how many of them are looked up in the queue at once. */
const MAX_EXPIRED = 50_000;
const CHUNK = 500;

/** The answer to a worker's claim. */
export type Claim = AnswerOf<typeof claimFetchBatch>;

/** Takes products to be fetched, hands batches of them out to workers, and takes the results. */
@Injectable()
export class FetchBatchesService {
  constructor(
    private readonly database: Database,
    private readonly batches: FetchBatchesStore,
    private readonly fetches: PendingFetchesStore,
    private readonly dispatch: FetchDispatchService,
    private readonly completion: ImportCompletionService,
  ) {}

  /** Asks for products to be fetched. A product that another import waits for already is fetched once. */
  async request(tx: Transaction, request: FetchRequest): Promise<void> {
    await this.fetches.add(tx, request);
    this.dispatch.topUpAfter(tx);
  }

  /** Gives a worker the products of one call. The same worker may ask again and gets the same answer. */
  async claim(batchId: string, worker: string): Promise<Claim> {
    const answer = () => this.database.asSystem((tx) => this.answerClaim(tx, batchId, worker));
    // A batch that has left its products is asked for once more: what that locks comes before what the first has locked.
    return (await answer()) ?? (await answer()) ?? { state: 'nothing' };
  }

  /** Stores results of a held batch; false when it is no longer held. */
  async report(lease: FetchBatchLease, outcomes: readonly FetchOutcome[]): Promise<boolean> {
    const accepted = await this.database.asSystem(async (tx) => {
      if (!(await this.batches.lockClaimed(tx, lease))) return false;
      await this.complete(tx, lease.batchId, outcomes);
      return true;
    });
    if (!accepted) fencedResults.inc();
    return accepted;
  }

  /** Takes a batch back whose call failed; false when it is no longer held. */
  release(lease: FetchBatchLease, failure: FetchFailure): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const batch = await this.batches.lockClaimed(tx, lease);
      if (!batch) return false;
      await this.afterFailure(tx, batch, failure);
      return true;
    });
  }

  /**
   * Recovers batches whose lease has expired: the worker or the queue may have lost them. Most of them still wait in the
   * queue, and get more time by one statement. Each of the others has its own transaction, because it may lock imports, and
   * those of two batches follow no order.
   */
  async recoverExpired(): Promise<void> {
    const expired = await this.batches.findExpired(MAX_EXPIRED);
    for (let at = 0; at < expired.length; at += CHUNK) {
      const some = expired.slice(at, at + CHUNK);
      const states = await this.dispatch.areQueued(some);
      const found = some.map((batch, i) => ({ batch, isQueued: states[i] === true }));
      const waiting = found.filter(({ batch, isQueued }) => isQueued && batch.worker === null);
      const others = found.filter(({ batch, isQueued }) => !isQueued || batch.worker !== null);
      await this.batches.extend(waiting.map(({ batch }) => batch.id));
      await runAll(
        ...others.map(
          ({ batch, isQueued }) =>
            () =>
              this.database.asSystem((tx) => this.recover(tx, batch, isQueued)),
        ),
      );
    }
  }

  /** Ends imports past their deadline, at most `limit`. */
  async endExpiredImports(tx: Transaction, limit: number): Promise<void> {
    await this.endImports(tx, await this.completion.findExpired(tx, limit), 'DeadlineExceeded');
  }

  /**
   * Ends imports with what they have: items that are still importing fail. Products that no other import waits for are not
   * fetched, and a worker that fetches them now reports them in vain.
   */
  async endImports(tx: Transaction, imports: readonly ImportKey[], errorCode: EarlyEnd): Promise<void> {
    if (imports.length === 0) return;
    await this.fetches.lockAwaited(tx, imports);
    await this.completion.endEarly(tx, imports, errorCode);
    await this.fetches.removeUnawaited(tx, imports, errorCode);
  }

  /** Takes products from a workspace that is erased, at most `limit`; false when it asked for none. */
  disown(workspaceId: string, limit: number): Promise<boolean> {
    return this.database.asSystem((tx) => this.fetches.disown(tx, workspaceId, limit));
  }

  /** Deletes the fair shares of workspaces that wait for nothing. */
  removeIdleShares(tx: Transaction): Promise<void> {
    return this.fetches.removeIdleShares(tx);
  }

  private async recover(tx: Transaction, found: ExpiredBatch, isQueued: boolean): Promise<void> {
    const batch = await this.batches.lockExpired(tx, found);
    if (!batch) return;
    const lostWorkers = batch.lostWorkers + (batch.worker === null ? 0 : 1);
    if (lostWorkers >= MAX_LOST_WORKERS) return this.treatAsOutage(tx, batch);
    // The job of a lost worker comes back by itself, and its claim succeeds because the lease has expired.
    if (isQueued) return;
    this.database.afterCommit(tx, () => redispatched.inc());
    await this.dispatch.dispatchAgain(tx, { ...batch, lostWorkers }, 0);
  }

  /** Answers a claim of a batch that is gone, or that a worker holds: perhaps this one, after a lost answer, or without products. */
  private async answerUnclaimable(tx: Transaction, batchId: string, worker: string): Promise<Claim> {
    const batch = await this.batches.find(tx, batchId);
    if (!batch) return { state: 'nothing' };
    const isOwn = batch.worker === worker;
    const products = isOwn ? await this.fetches.ofBatch(tx, batchId) : undefined;
    if (products) return { state: 'claimed', epoch: batch.epoch, ...products };
    if (isOwn && (await this.batches.lockClaimed(tx, { batchId, epoch: batch.epoch })))
      return this.fill(tx, batch);
    return { state: 'busy', retryAfterMs: Math.max(500, batch.leaseMs) };
  }

  /** Claims a batch; no answer when it has left its products to a later call. */
  private async answerClaim(tx: Transaction, batchId: string, worker: string): Promise<Claim | undefined> {
    const [batch, assigned] = await Promise.all([
      this.batches.claim(tx, batchId, worker),
      this.fetches.ofBatch(tx, batchId),
    ]);
    if (!batch) return this.answerUnclaimable(tx, batchId, worker);
    if (batch.lostWorkers >= MAX_LOST_WORKERS) {
      await this.treatAsOutage(tx, batch);
      return { state: 'nothing' };
    }
    if (!assigned) return this.fill(tx, batch);
    // One that was released without a call has had its turn.
    if (batch.tries > 0 && (await this.postpone(tx, batch, assigned))) return undefined;
    return { state: 'claimed', epoch: batch.epoch, ...assigned };
  }

  /**
   * A repeated call is a turn of an account that waits for its products. Where another one has waited longer, half of these calls,
   * by chance, are left to that one, and their products go behind all that is queued: an account whose calls fail and are
   * repeated a hundred times would else have the whole region to itself, and if it left all of them, it might never end.
   */
  private async postpone(tx: Transaction, batch: FetchBatchRow, { asins }: BatchProducts): Promise<boolean> {
    const next = await this.nextTurn(tx, batch.region);
    const own = await this.fetches.turnOfBatch(tx, batch, next?.holderId);
    const isLeft = own?.isLater === true && Math.random() < 0.5;
    if (isLeft) await this.fetches.move(tx, batch.id, await this.dispatch.dispatchLater(tx, batch), asins);
    else if (own) this.database.beforeCommit(tx, () => this.fetches.noteServed(tx, own, own.workspaceIds));
    return isLeft;
  }

  /** Gives a claimed batch its products, whose calls begin anew; without any it is removed. */
  private async fill(tx: Transaction, batch: FetchBatchRow): Promise<Claim> {
    const products = await this.assign(tx, batch);
    if (!products) {
      await this.batches.remove(tx, batch.id);
      return { state: 'nothing' };
    }
    // Those that are counted were made for other products, which it had before.
    const { tries, failures, lostWorkers } = batch;
    if (tries + failures + lostWorkers > 0) await this.batches.beginAnew(tx, batch.id);
    return { state: 'claimed', epoch: batch.epoch, ...products };
  }

  private async assign(tx: Transaction, batch: FetchBatchRow): Promise<BatchProducts | undefined> {
    for (
      let turn = await this.nextTurn(tx, batch.region);
      turn;
      turn = await this.fetches.nextTurn(tx, batch.region)
    ) {
      const { marketplace } = turn;
      const { asins, served } = await this.fetches.assignFairly(tx, batch.id, turn, MAX_BATCH);
      // None where nobody waits for them any more, or their rows changed at this moment: another look sees that.
      if (asins.length === 0) continue;
      const taken = turn;
      this.database.beforeCommit(tx, () => this.fetches.noteServed(tx, taken, served));
      return { marketplace, asins };
    }
    return undefined;
  }

  /** Whose turn it is in a region, in which no other claim assigns products until the end of the transaction. */
  private async nextTurn(tx: Transaction, region: Region): Promise<FetchTurn | undefined> {
    const [, turn] = await Promise.all([
      this.fetches.lockAssignment(tx, region),
      this.fetches.nextTurn(tx, region), // its snapshot is taken after the lock is granted
    ]);
    return turn;
  }

  /** Decides about a locked batch whose call failed, and acts on the decision. */
  private async afterFailure(tx: Transaction, batch: FetchBatchRow, failure: FetchFailure): Promise<void> {
    const products = await this.fetches.lockByHolder(tx, batch.id);
    // Nobody waits for them any more. A delayed batch without products would stand for one that others need now.
    if (products.length === 0) return this.batches.remove(tx, batch.id);
    const holders = new Set(products.map(({ holderId }) => holderId)).size;
    const tries = batch.tries + 1;
    const failures = batch.failures + (isCounted(failure) ? 1 : 0);
    const failed = { failures, tries, products: products.length, holders };
    const decision = decide(failure, failed, Math.random());
    switch (decision.act) {
      case 'release':
        return this.batches.release(tx, batch.id); // its present job comes back by itself
      case 'retry':
        return this.dispatch.dispatchAgain(tx, { ...batch, failures, tries }, decision.delayMs);
      case 'split':
        return this.split(tx, batch, products, decision.delayMs);
      case 'fail': {
        const { errorCode } = decision;
        const outcomes = products.map(({ asin }) => ({ asin, outcome: 'failed' as const, errorCode }));
        return this.complete(tx, batch.id, outcomes);
      }
      default:
        return decision satisfies never;
    }
  }

  /** Treats a batch that keeps losing its workers like an outage: it is split, and a single product fails. */
  private treatAsOutage(tx: Transaction, batch: FetchBatchRow): Promise<void> {
    return this.afterFailure(tx, { ...batch, failures: MAX_FAILURES - 1 }, 'unavailable');
  }

  /** Makes two batches of the products, so that one that is bad cannot fail the others. */
  private async split(
    tx: Transaction,
    batch: FetchBatchRow,
    products: readonly HeldProduct[],
    delayMs: number,
  ): Promise<void> {
    const middle = middleOf(products.map(({ holderId }) => holderId));
    const halves = [products.slice(0, middle), products.slice(middle)].map((half) => ({
      id: newId(),
      region: batch.region,
      preassigned: true,
      tries: batch.tries + 1,
      asins: half.map(({ asin }) => asin),
    }));
    await this.dispatch.dispatchNew(tx, halves, delayMs);
    for (const half of halves) await this.fetches.move(tx, batch.id, half.id, half.asins);
    await this.batches.remove(tx, batch.id);
  }

  /** Completes those of these products that the batch still has, and the batch with its last one. */
  private async complete(tx: Transaction, batchId: string, outcomes: readonly FetchOutcome[]): Promise<void> {
    const asins = outcomes.map((outcome) => outcome.asin);
    const removed = await this.fetches.remove(tx, batchId, asins);
    const [first] = removed;
    const known = new Set(removed.map(({ asin }) => asin));
    const current = outcomes.filter(({ asin }) => known.has(asin));
    if (first) await this.completion.applyResults(tx, first.marketplace, current);
    this.database.beforeCommit(tx, () => this.batches.removeIfEmpty(tx, batchId));
  }
}
