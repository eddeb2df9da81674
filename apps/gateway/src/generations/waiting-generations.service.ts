// Accepts generations, and waits for their end where the client asks for it.
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  AppError,
  createGeneration,
  generationEnded,
  getGeneration,
  type Actor,
  type Generation,
  type GenerationRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { currentContext, newId, withContext } from '#platform/context';
import { logger } from '#platform/observability';
import { ANSWER_MS } from '../http/limits.rules.ts';

const log = logger('generations');

/** Longest time between two looks at the record, in milliseconds; the hint of its end may get lost. */
const LOOK_MS = 1000;

/**
 * A workspace that was told that it has no room is told so again for this long, in milliseconds, without asking. It is
 * much shorter than the wait which that refusal asks for, so that a place that becomes free is soon taken.
 */
const FULL_MS = 250;
/** Workspaces of which that is remembered. */
const MAX_FULL = 10_000;

/** What to create, and for whom. */
export interface NewGeneration {
  actor: Actor;
  body: GenerationRequest;
  idempotencyKey?: string;
}

/** A generation as it stands when the answer is given. */
export interface AcceptedGeneration {
  generation: Generation;
  /** True when an earlier request with the same key made it. */
  replayed: boolean;
  /** False when too many wait already: the wish was not heeded. */
  waited: boolean;
}

/** Accepts generations. */
@Injectable()
export class WaitingGenerationsService implements BeforeApplicationShutdown {
  private readonly leaving = new AbortController();
  private waiting = 0;
  /** Workspace → its refusal. */
  private readonly full = new LRUCache<string, AppError>({ max: MAX_FULL, ttl: FULL_MS });

  constructor(
    private readonly bus: Bus,
    /** Most clients that wait at once; the places of the others stay free for quick requests. */
    private readonly maxWaiting: number,
  ) {}

  /** Creates a generation. Errors: those of createGeneration. */
  async create(input: NewGeneration): Promise<{ generation: Generation; replayed: boolean }> {
    const { workspaceId } = input.actor;
    // One with a key may be a repeat: only the owner knows its answer.
    const refusal = input.idempotencyKey === undefined ? this.full.get(workspaceId) : undefined;
    if (refusal) throw refusal;
    try {
      return await this.bus.request(createGeneration, input);
    } catch (error) {
      if (error instanceof AppError && error.code === 'QuotaExceeded') this.full.set(workspaceId, error);
      throw error;
    }
  }

  /** Creates one and waits for its end, at most this long and only while `client` is there. */
  async createAndWait(
    input: NewGeneration,
    seconds: number,
    client: AbortSignal,
  ): Promise<AcceptedGeneration> {
    if (this.waiting >= this.maxWaiting) return { ...(await this.create(input)), waited: false };
    this.waiting += 1;
    const until = performance.now() + seconds * 1000;
    const bell = new Bell(AbortSignal.any([client, this.leaving.signal]));
    // Heard from before it is posted: its end may come before the answer to the post.
    const hints = this.bus.onNotification(generationEnded, input.actor.workspaceId, ({ id }) =>
      bell.ring(id),
    );
    try {
      const created = await this.create(input);
      return {
        ...created,
        generation: await this.end(created.generation, input.actor, until, bell),
        waited: true,
      };
    } finally {
      hints.unsubscribe();
      this.waiting -= 1;
    }
  }

  /** Those who wait get the record as it stands. */
  beforeApplicationShutdown(): void {
    this.leaving.abort();
  }

  private async end(created: Generation, actor: Actor, until: number, bell: Bell): Promise<Generation> {
    let generation = created;
    while (generation.status === 'RUNNING' && performance.now() < until && !bell.stopped) {
      await bell.wait(generation.id, Math.min(LOOK_MS, until - performance.now()));
      generation = await this.look(generation, actor);
    }
    return generation;
  }

  /** The record as it stands; as it stood when that cannot be told, since it has been accepted all the same. */
  private async look(last: Generation, actor: Actor): Promise<Generation> {
    const context = { requestId: newId(), ...currentContext(), deadline: performance.now() + ANSWER_MS };
    try {
      return await withContext(context, () => this.bus.request(getGeneration, { actor, id: last.id }));
    } catch (error) {
      log.warn(
        { generationId: last.id, reason: String(error) },
        'Cannot look at a generation that is waited for',
      );
      return last;
    }
  }
}

/** Wakes who waits for an id, also when it rang before they waited. */
class Bell {
  private readonly rung = new Set<string>();
  private wake: (() => void) | undefined;

  constructor(private readonly stop: AbortSignal) {
    stop.addEventListener('abort', () => this.wake?.());
  }

  get stopped(): boolean {
    return this.stop.aborted;
  }

  ring(id: string): void {
    this.rung.add(id);
    this.wake?.();
  }

  /** Resolves when the id has rung, all has stopped or the time is over. */
  wait(id: string, ms: number): Promise<void> {
    if (this.stopped || this.rung.delete(id)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        if (!this.stopped && !this.rung.delete(id)) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
