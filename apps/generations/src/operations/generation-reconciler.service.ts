// Looks after what others lost: generations whose worker or queue forgot them, or whose time is over.
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { GENERATION_QUEUE, type GenerationErrorCode } from '#contracts';
import { withContext } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { purgeIdempotency } from '#platform/idempotency';
import { Queues } from '#platform/jobs';
import { runAll, IntervalTask } from '#platform/resilience';
import { DispatchService, jobIdOf } from '../queue/dispatch.service.ts';
import { GenerationCompletionService } from './generation-completion.service.ts';
import { GenerationReconcilerStore } from './generation-reconciler.store.ts';

const EVERY_MS = 5000;
/** Generations of one transaction. */
const BATCH = 100;
const HOPELESS: readonly GenerationErrorCode[] = ['DeadlineExceeded', 'GenerationInterrupted'];

/** Sees that every generation ends; several copies share the work by locking rows. */
@Injectable()
export class GenerationReconcilerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new IntervalTask('reconciler', EVERY_MS, () => this.round());

  constructor(
    private readonly database: Database,
    private readonly store: GenerationReconcilerStore,
    private readonly queues: Queues,
    private readonly dispatch: DispatchService,
    private readonly endings: GenerationCompletionService,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** One look at everything; public so that a test need not wait. What needs Redis comes last. */
  async round(): Promise<void> {
    await runAll(
      () => whileFull(() => this.database.asSystem((tx) => this.endHopeless(tx))),
      () => this.database.asSystem(purgeIdempotency),
      () => whileFull(() => this.recover()),
    );
  }

  private async endHopeless(tx: Transaction): Promise<number> {
    const hopeless = await this.store.lockHopeless(tx, BATCH);
    for (const errorCode of HOPELESS) {
      const ids = hopeless.filter((one) => one.errorCode === errorCode).map((one) => one.id);
      if (ids.length > 0) await this.endings.fail(tx, ids, errorCode);
    }
    return hopeless.length;
  }

  /**
   * Dispatches again what its queue has lost. The queue is asked before the rows are locked; a row that
   * changed meanwhile is not forsaken any more.
   */
  private async recover(): Promise<number> {
    const forsaken = await this.store.findForsaken(BATCH);
    if (forsaken.length === 0) return 0;
    const looks = forsaken.map(
      async ({ lastJobId, unsent }) =>
        [lastJobId, unsent || (await this.queues.isPending(GENERATION_QUEUE, lastJobId))] as const,
    );
    const pending = new Map(await Promise.all(looks));
    return this.database.asSystem(async (tx) => {
      const locked = await this.store.lockForsaken(
        tx,
        forsaken.map((one) => one.id),
      );
      const waiting = locked.filter((one) => pending.get(one.lastJobId));
      const again = locked
        .filter((one) => !pending.get(one.lastJobId))
        .map((one) => ({ ...one, jobId: jobIdOf(one.id, one.attempt + 1) }));
      await this.store.leave(
        tx,
        waiting.map((one) => one.id),
      );
      await this.store.noteDispatch(tx, again);
      for (const one of again) {
        await withContext({ requestId: one.requestId }, () => this.dispatch.dispatchAgain(tx, one));
      }
      return locked.length;
    });
  }
}

async function whileFull(work: () => Promise<number>): Promise<void> {
  while ((await work()) === BATCH);
}
