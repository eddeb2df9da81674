// Putting generations into the queue of the workers.
import { Injectable } from '@nestjs/common';
import { GENERATION_QUEUE, generationJob } from '#contracts';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { GenerationAdmissionService } from './generation-admission.service.ts';
import type { Joining } from './fair-queue.ts';

/** The queue's name for one dispatch: new each time, so that a repeat is never taken for the first. */
export function jobIdOf(id: string, attempt: number): string {
  return `gen-${id}-${attempt}`;
}

/** One dispatch of a generation. */
interface Dispatch {
  id: string;
  jobId: string;
}

/** Puts generations into the queue of the workers. */
@Injectable()
export class DispatchService {
  constructor(
    private readonly outbox: Outbox,
    private readonly backlog: GenerationAdmissionService,
  ) {}

  /** Queues a new generation once the transaction is committed. */
  dispatch(tx: Transaction, made: Dispatch & Joining): Promise<void> {
    return this.queue(tx, made, this.backlog.join(made));
  }

  /** Queues a generation once more, at the front: it has waited already. */
  dispatchAgain(tx: Transaction, lost: Dispatch): Promise<void> {
    // A job without priority would go before all others.
    return this.queue(tx, lost, Math.max(1, this.backlog.front));
  }

  private queue(tx: Transaction, { id, jobId }: Dispatch, priority: number): Promise<void> {
    const data = { v: 1 as const, generationId: id };
    return this.outbox.jobs(tx, generationJob, [{ queue: GENERATION_QUEUE, jobId, priority, data }]);
  }
}
