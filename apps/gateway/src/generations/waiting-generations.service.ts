// Creates generations, and waits for their end where the client asks for it.
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  AppError,
  createGeneration,
  generationEnded,
  getGeneration,
  holderOf,
  type Actor,
  type Generation,
  type GenerationRequest,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { withOwnTime } from '#platform/context';
import { Bus } from '#platform/messaging';
import { logger } from '#platform/observability';
import { Every, SharedPlaces } from '#platform/resilience';
import { KnownMembershipsService } from '../access/index.ts';
import { RevokedSessionsService } from '../auth/index.ts';
import type { Config } from '../config.ts';

const log = logger('generations');

/** The request for a new generation. */
export interface NewGeneration {
  actor: Actor;
  body: GenerationRequest;
  idempotencyKey?: string;
}

/** How long a client waits for the end of its generation. */
export interface Wait {
  seconds: number;
  /** Aborts when the client hangs up. */
  clientGone: AbortSignal;
}

/** A generation, and how it came to be. */
export interface CreatedGeneration {
  generation: Generation;
  /** True when an earlier request with the same Idempotency-Key made it. */
  replayed: boolean;
  /** Seconds of the wait that was applied; absent when there was none. */
  waitSeconds?: number;
}

@Injectable()
export class WaitingGenerationsService implements BeforeApplicationShutdown {
  private readonly leaving = new AbortController();
  /** Waiting clients may take half of all places, and those of one holder of workspaces a quarter of that half. */
  private readonly places: SharedPlaces;
  /** The waits that end when their actor loses the session or the membership. */
  private readonly waits = new Map<AbortController, Actor>();

  constructor(
    private readonly bus: Bus,
    private readonly revocations: RevokedSessionsService,
    private readonly memberships: KnownMembershipsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const places = Math.floor(config.IN_FLIGHT_MAX / 2);
    this.places = new SharedPlaces(places, Math.ceil(places / 4));
  }

  /**
   * Creates a generation, and waits for its end unless too many clients wait already. Errors: those of createGeneration;
   * InvalidToken when the session or the membership ends meanwhile.
   */
  async create(input: NewGeneration, wait: Wait | undefined): Promise<CreatedGeneration> {
    const holder = holderOf(input.actor);
    if (!wait || !this.places.enter(holder)) return this.bus.request(createGeneration, input);
    try {
      return await this.createAndWait(input, wait);
    } finally {
      this.places.leave(holder);
    }
  }

  /** Ends the waits of former members. The pause is short, because a removal must be felt within a second. */
  @Every('membership check of waits', 250)
  async endOfFormerMembers(): Promise<void> {
    const looks = [...this.waits].map(async ([wait, actor]) => {
      if (!(await this.memberships.isMember(actor))) wait.abort();
    });
    await Promise.allSettled(looks);
  }

  /** Ends all waits; waiting clients get the record as it stands. */
  beforeApplicationShutdown(): void {
    this.leaving.abort();
  }

  private async createAndWait(input: NewGeneration, wait: Wait): Promise<CreatedGeneration> {
    const until = performance.now() + wait.seconds * 1000;
    const revoked = new AbortController();
    const ends = new EndNotifier(AbortSignal.any([wait.clientGone, this.leaving.signal, revoked.signal]));
    // Subscribes before it creates, because the end may be announced before the answer to the creation. What must be undone
    // comes after it, because it may throw.
    const subscription = this.bus.onNotification(generationEnded, input.actor.workspaceId, (end) =>
      ends.notify(end),
    );
    this.waits.set(revoked, input.actor);
    const forget = this.revocations.onRevoked(input.actor.sessionId, () => revoked.abort());
    try {
      const created = await this.bus.request(createGeneration, input);
      let { generation } = created;
      while (generation.status === 'RUNNING' && performance.now() < until && !ends.isStopped) {
        const ms = Math.min(this.config.WAIT_READ_MS, Math.max(0, until - performance.now()));
        const told = getGeneration.output.safeParse(await ends.wait(generation.id, ms));
        generation = told.data ?? (await this.read(generation, input.actor));
      }
      if (revoked.signal.aborted) throw new AppError('InvalidToken');
      return { ...created, generation, waitSeconds: wait.seconds };
    } finally {
      this.waits.delete(revoked);
      forget();
      subscription.unsubscribe();
    }
  }

  /** The current record; the last known one when reading fails, because the generation has been accepted anyway. */
  private async read(last: Generation, actor: Actor): Promise<Generation> {
    // The deadline of the HTTP request has passed long ago, so every read gets its own.
    try {
      return await withOwnTime(getGeneration.timeoutMs, () =>
        this.bus.request(getGeneration, { actor, id: last.id }),
      );
    } catch (error) {
      log.warn({ generationId: last.id, reason: String(error) }, 'Cannot read an awaited generation');
      return last;
    }
  }
}

/** Resolves a wait for the end of a generation, also when the notification came before the wait began. */
class EndNotifier {
  /** Generations that have ended → their records, if they were told. */
  private readonly ended = new Map<string, unknown>();
  /** The generation that is waited for, once it is known. */
  private awaited: string | undefined;
  private wake: (() => void) | undefined;

  constructor(private readonly stop: AbortSignal) {}

  get isStopped(): boolean {
    return this.stop.aborted;
  }

  notify({ id, generation }: { id: string; generation?: unknown }): void {
    if (this.awaited !== undefined && id !== this.awaited) return;
    this.ended.set(id, generation);
    this.wake?.();
  }

  /**
   * Resolves when the generation has ended, at the stop, or after the time in milliseconds, with the record of an end that was
   * told with one. All waits are for the same generation.
   */
  async wait(id: string, ms: number): Promise<unknown> {
    this.awaited = id;
    if (!this.isStopped && !this.ended.has(id)) await this.sleep(ms);
    const record = this.ended.get(id);
    this.ended.clear();
    return record;
  }

  private async sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => resolve();
    const timer = setTimeout(end, ms);
    this.wake = end;
    this.stop.addEventListener('abort', end);
    await promise;
    this.wake = undefined; // an end that is told from now on is for the next wait
    // Node keeps a composite signal that has a listener as long as one of its sources lives.
    this.stop.removeEventListener('abort', end);
    clearTimeout(timer);
  }
}
