// Puts generations into the queues of the generation workers.
import { Inject, Injectable } from '@nestjs/common';
import { GENERATION_QUEUE, generationJob, modelNotes, PEOPLE_QUEUE, waitedForJob } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Transaction } from '#platform/database';
import { Queues } from '#platform/jobs';
import { Outbox } from '#platform/outbox';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { FairQueue, LOWERING, type JoiningGeneration, type ObservedServer } from './fair-queue.state.ts';

/** Id of the job of one dispatch. Each attempt has its own, so that the queue does not drop a repeat as a duplicate. */
export function jobIdOf(id: string, attempt: number): string {
  return `gen-${id}-${attempt}`;
}

/** Time after which a generation that a person waits for may take a place that is kept for people, in milliseconds. */
const PEOPLE_MS = 2000;

/** Name of the number by which the instances share the largest front at which generations of a model server have joined. */
function reachedNote(server: string): string {
  return `front:${server}`;
}

/** One dispatch of a generation. */
interface Dispatch {
  id: string;
  jobId: string;
  model: string;
}

@Injectable()
export class DispatchService {
  constructor(
    private readonly outbox: Outbox,
    private readonly queues: Queues,
    private readonly fairQueue: FairQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Queues new generations once the transaction is committed. */
  dispatch(tx: Transaction, generations: readonly (Dispatch & JoiningGeneration)[]): void {
    const joined = generations.map((one) => ({ ...one, priority: this.fairQueue.join(one) }));
    this.addJobs(tx, joined);
    const waitedFor = joined.filter(({ lane }) => lane === 'manual');
    this.outbox.jobs(
      tx,
      waitedForJob,
      waitedFor.map(({ id, model, priority }) => ({
        queue: PEOPLE_QUEUE,
        jobId: `person-${id}`,
        priority,
        delayMs: PEOPLE_MS,
        data: { v: 1 as const, generationId: id, model },
      })),
    );
  }

  /** Queues a generation again, at the front, because it has waited before. */
  dispatchAgain(tx: Transaction, generation: Dispatch): void {
    // At least 1: BullMQ puts a job without priority ahead of all others.
    this.addJobs(tx, [{ ...generation, priority: Math.max(1, this.fairQueue.frontOf(generation.model)) }]);
  }

  /** Reads the priorities of the queue now; public so that tests need not wait. Errors: those of Redis. */
  @Every('front of the queue', 1000)
  async refresh(): Promise<void> {
    const names = this.config.MODEL_SERVERS.map(({ name }) => name);
    const [priorities, shared, isEmpty, ...seen] = await Promise.all([
      this.queues.priorities(GENERATION_QUEUE),
      this.queues.readNumber(GENERATION_QUEUE, 'front'),
      this.queues.isEmpty(GENERATION_QUEUE),
      ...names.map((name) => this.lookAt(name)),
    ]);
    const servers = new Map(names.map((name, i) => [name, seen[i]!]));
    const mustLower = this.fairQueue.observe({ ...priorities, servers, shared, isEmpty });
    await this.share('front', this.fairQueue.front, shared);
    for (const [name, { reached }] of servers)
      await this.share(reachedNote(name), this.fairQueue.reachedAt(name), reached);
    if (!mustLower) return;
    for (const queue of [GENERATION_QUEUE, PEOPLE_QUEUE])
      await this.queues.lowerPriorities(queue, LOWERING.by);
    // After the jobs: one that asks for room in between asks by its new priority.
    for (const name of names)
      await this.queues.lowerScores(GENERATION_QUEUE, modelNotes.waiting(name), LOWERING.by);
  }

  private async lookAt(server: string): Promise<ObservedServer> {
    const [ends, reached] = await Promise.all([
      this.queues.endsOf(GENERATION_QUEUE, modelNotes.waiting(server)),
      this.queues.readNumber(GENERATION_QUEUE, reachedNote(server)),
    ]);
    return { ...ends, reached };
  }

  /** Keeps a front with the queue when it is not what was read there. */
  private async share(name: string, front: number, read: number): Promise<void> {
    if (front !== read) await this.queues.writeNumber(GENERATION_QUEUE, name, front);
  }

  private addJobs(tx: Transaction, generations: readonly (Dispatch & { priority: number })[]): void {
    const jobs = generations.map(({ id, jobId, model, priority }) => {
      const data = { v: 1 as const, generationId: id, model };
      return { queue: GENERATION_QUEUE, jobId, priority, data };
    });
    this.outbox.jobs(tx, generationJob, jobs);
  }
}
