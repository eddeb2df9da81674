// Puts deliveries into the queue of the webhook workers when they are due, and finds those that were lost on the way.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { toUnixSeconds, WEBHOOK_QUEUE, webhookJob, type DeliveryAttempt } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { Every, IntervalTasks, runAll, type IntervalTask } from '#platform/resilience';
import { deliveries } from '../metrics.ts';
import { nextStep } from './deliveries.rules.ts';
import { DeliveryDispatchStore } from './delivery-dispatch.store.ts';

/** Most deliveries of one transaction. */
const BATCH = 500;
/** Pause between two looks for deliveries that are due, in milliseconds. */
const LOOK_MS = 1000;
/** Pause after some were due, in milliseconds: the places that become free during it are filled together. */
const PAUSE_MS = 30;

@Injectable()
export class DeliveryDispatchService {
  private readonly task: IntervalTask;

  constructor(
    private readonly database: Database,
    private readonly store: DeliveryDispatchStore,
    private readonly outbox: Outbox,
    tasks: IntervalTasks,
  ) {
    this.task = tasks.add('dispatch of deliveries', LOOK_MS, () => this.dispatch());
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
      () => this.recover(),
    );
  }

  /** Of several instances one dispatches at a time, so that no webhook gets more places than it has. */
  private async dispatch(): Promise<void> {
    const dispatched = await this.database.asSystem(async (tx) => {
      if (!(await this.store.lock(tx))) return 0;
      const due = await this.store.findDue(tx, BATCH);
      if (due.length === 0) return 0;
      const jobs = due.map(({ id, dispatches }) => ({ id, jobId: `hook-${id}-${dispatches + 1}` }));
      await this.store.noteDispatch(tx, jobs);
      const toJob = ({ id, jobId }: (typeof jobs)[number]) => {
        const data = { v: 1 as const, deliveryId: id };
        return { queue: WEBHOOK_QUEUE, jobId, data };
      };
      await this.outbox.jobs(tx, webhookJob, jobs.map(toJob));
      return due.length;
    });
    if (dispatched === BATCH) this.task.wake();
    else if (dispatched > 0) await sleep(PAUSE_MS);
  }

  private async closeUnwanted(): Promise<number> {
    const closed = await this.store.closeUnwanted(failedNow('WebhookDisabled'), BATCH);
    countDead(closed);
    return closed;
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

function countDead(count: number): void {
  if (count > 0) deliveries.inc({ status: 'DEAD' }, count);
}

/** A failure without an answer, now. */
function failedNow(error: DeliveryAttempt['error']): DeliveryAttempt {
  return { at: toUnixSeconds(new Date()), ms: 0, error };
}

/** Repeats work that takes up to BATCH at a time until it takes less. */
async function whileFull(work: () => Promise<number>): Promise<void> {
  while ((await work()) === BATCH);
}
