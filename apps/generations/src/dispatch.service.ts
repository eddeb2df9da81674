// Putting generations into the queue of the workers.
import { Injectable } from '@nestjs/common';
import { GENERATION_QUEUE, generationJob } from '#contracts';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';

/**
 * Lower is earlier: what a person waits for goes ahead. Apart by more than a workspace may have RUNNING (10,000). A
 * job without priority would go before both.
 */
const PRIORITY = { manual: 1, automatic: 20_000 };

/** The queue's name for one dispatch: new each time, so that a repeat is never taken for the first. */
export function jobIdOf(id: string, attempt: number): string {
  return `gen-${id}-${attempt}`;
}

/** Puts generations into the queue of the workers. */
@Injectable()
export class DispatchService {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Queues a generation under a job's name once the transaction is committed. It goes behind as many places as its
   * workspace had RUNNING: the workspaces take turns, and a big backlog of one does not hold up the others.
   */
  dispatch(
    tx: Transaction,
    { id, jobId, manual }: { id: string; jobId: string; manual: boolean },
    behind = 0,
  ) {
    const priority = (manual ? PRIORITY.manual : PRIORITY.automatic) + behind;
    const data = { v: 1 as const, generationId: id };
    return this.outbox.jobs(tx, generationJob, [{ queue: GENERATION_QUEUE, jobId, priority, data }]);
  }
}
