// How much waits for the workers, looked at in the background: a request that is accepted asks nobody.
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AppError, GENERATION_QUEUE } from '#contracts';
import { CONFIG } from '#platform/config';
import { Queues } from '#platform/jobs';
import { IntervalTask } from '#platform/resilience';
import { GenerationAdmissionStore } from './generation-admission.store.ts';
import type { Config } from '../config.ts';
import { FairQueue, type Joining } from './fair-queue.ts';

const EVERY_MS = 1000;
/** Seconds after which to try again when too much waits. */
const RETRY_SECONDS = 30;

/** The refusal of a generation that would wait too long. */
export function tooMuchWaits(): AppError {
  return new AppError('Unavailable', {
    message: 'Too many generations are waiting. Try again later.',
    retryAfter: RETRY_SECONDS,
  });
}

/** Knows how things stood a second ago; so it may let a second's requests too many through. */
@Injectable()
export class GenerationAdmissionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rounds = new IntervalTask('backlog', EVERY_MS, () => this.look());
  private isFull = false;
  private readonly order = new FairQueue();

  constructor(
    private readonly store: GenerationAdmissionStore,
    private readonly queues: Queues,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  /** Refuses when too much waits. Errors: Unavailable. */
  assertRoom(): void {
    if (this.isFull) throw tooMuchWaits();
  }

  /** Priority of the generation that is next in the queue; 0 when none waits. */
  get front(): number {
    return this.order.front;
  }

  /** Priority of a generation that joins the queue. */
  join(joining: Joining): number {
    return this.order.join(joining);
  }

  /** One look; public so that a test need not wait. Redis comes last: the rest must not wait for it. */
  async look(): Promise<void> {
    const most = this.config.BACKLOG_MAX;
    this.isFull = (await this.store.waiting(most + 1)) > most;
    this.order.see(await this.queues.firstPriority(GENERATION_QUEUE));
  }
}
