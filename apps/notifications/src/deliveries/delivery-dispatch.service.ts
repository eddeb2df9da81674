// Puts deliveries into the queue of the webhook workers when they are due, and finds those that were lost on the way.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { toUnixSeconds, WEBHOOK_QUEUE, webhookJob, type DeliveryAttempt } from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every, IntervalTasks, runAll, type IntervalTask } from '#platform/resilience';
import type { Config } from '../config.ts';
import { deliveries, queueFull } from '../metrics.ts';
import { nextStep } from './deliveries.rules.ts';
import { DeliveryDispatchStore } from './delivery-dispatch.store.ts';
import { chooseDue, fullOnes, limitsOf } from './fair-share.rules.ts';

/** Most deliveries that one statement ends, or looks at. */
const BATCH = 500;
/** Time after which a run leaves the rest to the next one, in milliseconds. */
const ROUND_MS = 20_000;
/** Pause between two looks for deliveries that are due, in milliseconds. */
const LOOK_MS = 1000;
/** Pause after each look, in milliseconds: the places that become free during it are filled together. */
const PAUSE_MS = 30;

@Injectable()
export class DeliveryDispatchService {
  private readonly task: IntervalTask;
  /** When the queue became full, by performance.now(); undefined while it has room. */
  private fullSince: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly store: DeliveryDispatchStore,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
    tasks: IntervalTasks,
  ) {
    this.task = tasks.add('dispatch of deliveries', LOOK_MS, () => this.dispatch());
  }

  /** Looks for deliveries that are due. */
  wake(): void {
    this.task.wake();
  }

  /** Looks for deliveries that are due once a transaction has committed. */
  wakeAfter(tx: Transaction): void {
    this.database.afterCommit(tx, () => this.task.wake());
  }

  /** Runs one round of the reconciler now; public so that tests need not wait. The part that needs Redis comes last. */
  @Every('reconciler of deliveries', 5000)
  async reconcile(): Promise<void> {
    await runAll(
      () => whileFull(() => this.closeUnwanted()),
      () => whileFull(() => this.closeExpired()),
      () => this.recover(),
    );
  }

  /** Puts the deliveries that are due and have a place into the queue; public so that tests need not wait. */
  async dispatch(): Promise<void> {
    await this.database.asSystem(async (tx) => {
      await this.store.lock(tx);
      const due = await this.choose(tx);
      if (due.length === 0) return;
      const jobs = due.map((one) => ({ ...one, jobId: `hook-${one.id}-${one.dispatches + 1}` }));
      const noted = await this.store.noteDispatch(tx, jobs);
      const toJob = ({ id, jobId }: (typeof jobs)[number]) => {
        const data = { v: 1 as const, deliveryId: id };
        return { queue: WEBHOOK_QUEUE, jobId, data };
      };
      this.outbox.jobs(tx, webhookJob, jobs.filter(({ id }) => noted.has(id)).map(toJob));
    });
    await sleep(PAUSE_MS);
  }

  private async choose(tx: Transaction) {
    const taken = await this.store.findTaken(tx);
    const waits = taken.filter(({ isWaiting }) => isWaiting).length;
    const { share, waiting } = limitsOf(this.config.WEBHOOK_PLACES, taken.length - waits);
    const most = waiting - waits;
    const due = most > 0 ? await this.store.findDue(tx, fullOnes(taken, share), share) : [];
    const chosen = chooseDue(due, taken, { share, most });
    this.noteRoom(chosen.length < most);
    return chosen;
  }

  /** Notes whether the queue has room for more. */
  private noteRoom(hasRoom: boolean): void {
    this.fullSince = hasRoom ? undefined : (this.fullSince ?? performance.now());
    queueFull.set(this.fullSince === undefined ? 0 : (performance.now() - this.fullSince) / 1000);
  }

  private async closeUnwanted(): Promise<number> {
    return countDead(await this.store.closeUnwanted(failedNow('WebhookDisabled'), BATCH));
  }

  private async closeExpired(): Promise<number> {
    return countDead(await this.store.closeExpired(failedNow('Expired'), BATCH));
  }

  /** Ends the tries of lost workers, and makes deliveries due whose jobs the queue has lost. */
  private async recover(): Promise<void> {
    const overdue = await this.store.findOverdue(BATCH);
    const lost = overdue.filter(({ worker }) => worker !== null);
    const steps = lost.map(({ id, tries }) => ({ id, ...nextStep(false, tries + 1, Math.random()) }));
    if (steps.length > 0) countDead(await this.store.interrupt(failedNow('Interrupted'), steps));
    const unclaimed = overdue.filter(({ worker }) => worker === null);
    if (unclaimed.length === 0) return;
    const states = await this.outbox.arePending(
      unclaimed.map(({ jobId }) => ({ queue: WEBHOOK_QUEUE, jobId: jobId ?? '' })),
    );
    const idsWhere = (isPending: boolean) =>
      unclaimed.filter((_, i) => states[i] === isPending).map(({ id }) => id);
    await this.store.wait(idsWhere(true));
    await this.store.requeue(idsWhere(false));
  }
}

function countDead(count: number): number {
  if (count > 0) deliveries.inc({ status: 'DEAD' }, count);
  return count;
}

/** A failure without an answer, now. */
function failedNow(error: DeliveryAttempt['error']): DeliveryAttempt {
  return { at: toUnixSeconds(new Date()), ms: 0, error };
}

/**
 * Repeats work that takes up to BATCH at a time until it takes less, for up to 20 s: the next run goes on, and a task that
 * runs for a minute counts as stuck.
 */
async function whileFull(work: () => Promise<number>): Promise<void> {
  const endAt = performance.now() + ROUND_MS;
  while ((await work()) === BATCH && performance.now() < endAt);
}
