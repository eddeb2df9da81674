// Putting generations into the queue of the workers.
import { Injectable } from '@nestjs/common';
import { GENERATION_QUEUE, generationJob } from '#contracts';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';

/** Lower is earlier: what a person waits for goes ahead. A job without priority would go before both. */
const PRIORITY = { manual: 1, automatic: 10 };

/** The queue's name for one dispatch: new each time, so that a repeat is never taken for the first. */
export function jobIdOf(id: string, attempt: number): string {
  return `gen-${id}-${attempt}`;
}

/** Puts generations into the queue of the workers. */
@Injectable()
export class DispatchService {
  constructor(private readonly outbox: Outbox) {}

  /** Queues a generation under a job's name once the transaction is committed. */
  dispatch(tx: Transaction, { id, jobId, manual }: { id: string; jobId: string; manual: boolean }) {
    const priority = manual ? PRIORITY.manual : PRIORITY.automatic;
    const data = { v: 1 as const, generationId: id };
    return this.outbox.jobs(tx, generationJob, [{ queue: GENERATION_QUEUE, jobId, priority, data }]);
  }
}
