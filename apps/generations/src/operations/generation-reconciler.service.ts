// Makes every generation end: fails unrecoverable ones, and dispatches orphaned ones again if the queue lost their job.
import { Injectable } from '@nestjs/common';
import { GENERATION_QUEUE } from '#contracts';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every, repeated, runAll } from '#platform/resilience';
import { EndingsService } from '../endings/index.ts';
import { redispatched } from '../metrics.ts';
import { DispatchService, jobIdOf } from '../queue/index.ts';
import { GenerationReconcilerStore } from './generation-reconciler.store.ts';

/** Maximum generations of one transaction. */
const BATCH = 100;

/** Runs in every instance; the instances share the work by locking rows. */
@Injectable()
export class GenerationReconcilerService {
  private readonly failing = repeated(() => this.database.asSystem((tx) => this.failUnrecoverable(tx)));
  private readonly recovering = repeated(() => this.recover());

  constructor(
    private readonly database: Database,
    private readonly store: GenerationReconcilerStore,
    private readonly outbox: Outbox,
    private readonly dispatch: DispatchService,
    private readonly endings: EndingsService,
  ) {}

  /** Runs one round now; public so that tests need not wait. The part that needs Redis comes last. */
  @Every('reconciler', 5000)
  async reconcile(): Promise<void> {
    await runAll(
      () => this.failing.run(),
      () => this.recovering.run(),
    );
  }

  /** True when there may be more of them. */
  private async failUnrecoverable(tx: Transaction): Promise<boolean> {
    const generations = await this.store.lockUnrecoverable(tx, BATCH);
    for (const [errorCode, some] of Map.groupBy(generations, (one) => one.errorCode))
      await this.endings.fail(tx, idsOf(some), errorCode);
    return generations.length === BATCH;
  }

  /**
   * Dispatches orphaned generations again whose job the queue has lost, and frees the others for the next claim. The
   * queue is asked before the rows are locked; a row that changes in between is no longer orphaned. True when there may be more.
   */
  private async recover(): Promise<boolean> {
    const orphans = await this.store.findOrphaned(BATCH);
    if (orphans.length === 0) return false;
    const jobs = orphans.map(({ lastJobId: jobId }) => ({ queue: GENERATION_QUEUE, jobId }));
    const states = await this.outbox.arePending(jobs);
    const isPending = new Map(jobs.map(({ jobId }, i) => [jobId, states[i]]));
    return this.database.asSystem(async (tx) => {
      const locked = await this.store.lockOrphaned(tx, idsOf(orphans));
      const lost = locked
        .filter(({ lastJobId }) => !isPending.get(lastJobId))
        .map((one) => ({ ...one, jobId: jobIdOf(one.id, one.attempt + 1) }));
      await this.store.release(tx, idsOf(locked.filter(({ lastJobId }) => isPending.get(lastJobId))));
      await this.store.noteDispatch(tx, lost);
      for (const one of lost)
        withContext({ requestId: one.requestId }, () => this.dispatch.dispatchAgain(tx, one));
      this.database.afterCommit(tx, () => redispatched.inc(lost.length));
      return locked.length === BATCH;
    });
  }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
