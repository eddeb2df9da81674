// Decides from memory whether a workspace may create a generation now, so that refusals under a flood cost no I/O.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, limitOf, QUOTAS_OF_HOLDER, type Actor } from '#contracts';
import { CONFIG } from '#platform/config';
import { isFast } from '#platform/fast';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { GenerationAdmissionStore } from './generation-admission.store.ts';
import { LoadState } from './load.state.ts';
import { isRefused, NONE_MAY_RUN, roomForMembers } from './quotas.rules.ts';

/** `Retry-After` of a refusal because of the backlog, in seconds. */
const BACKLOG_RETRY_S = 30;
/** `Retry-After` of a refusal because of a quota, in seconds. */
const QUOTA_RETRY_S = 5;
/**
 * Longest time for which a workspace or a holder is remembered to be at its limit, in milliseconds: ends on other instances are
 * not noticed here.
 */
const QUOTA_CACHE_MS = 1000;

/** A workspace, and the account that holds it. */
interface Place {
  workspaceId: string;
  holderId: string;
}

/** The same, with the most RUNNING generations of the workspace. */
interface LimitedPlace extends Place {
  most: number;
}

@Injectable()
export class GenerationAdmissionService {
  /**
   * Workspace or holder that was at its limit → its generations that have ended since. Only a cache:
   * GenerationsStore.insertWithin enforces the limits. With it the requests of a full workspace are refused 429 times a second,
   * without it 11 times ("quota-cache" of the benchmark), because each of them waits for its turn among those of its holder.
   */
  private readonly endedSinceFull = new Map<string, number>();
  /** Maximum RUNNING generations of one workspace, where none was set for its holder. */
  private readonly maxRunning: number;
  private readonly maxBacklog: number;

  constructor(
    private readonly store: GenerationAdmissionStore,
    readonly load: LoadState,
    @Inject(CONFIG) config: Config,
  ) {
    this.maxRunning = config.MAX_RUNNING_GENERATIONS;
    this.maxBacklog = config.BACKLOG_MAX;
  }

  /** Most RUNNING generations of the workspace of a request. */
  mostRunning(actor: Pick<Actor, 'limits'>): number {
    return limitOf(actor, 'runningGenerations', this.maxRunning);
  }

  /**
   * RUNNING generations of one workspace from which on its batches add none: the other half is for single requests. `most` is what
   * was set for its holder, if anything was.
   */
  shareOfBatches(most: number | null = null): number {
    const limit = most ?? this.maxRunning;
    return Math.min(limit, Math.max(1, Math.floor(limit / 2)));
  }

  /** RUNNING generations of all workspaces of a holder from which on their batches add none. */
  shareOfHolder(most: number | null): number {
    return this.shareOfBatches(most) * QUOTAS_OF_HOLDER;
  }

  /** Members of batches that may join the queue now. */
  get roomForMembers(): number {
    return roomForMembers(this.load.ofHolders, this.maxBacklog);
  }

  /** Admits a request of the workspace: returns undefined, or the refusal, QuotaExceeded or Unavailable. */
  admit({ workspaceId, holderId, most }: LimitedPlace): AppError | undefined {
    const ended = [workspaceId, holderId].map((id) => [id, this.endedSinceFull.get(id)] as const);
    if (isFast('quota-cache')) {
      const full = ended.find(([, count]) => count === 0);
      if (full) return quotaExceeded(most, full[0] === workspaceId ? 1 : QUOTAS_OF_HOLDER);
      // Each generation that has ended admits one request.
      for (const [id, count] of ended) if (count !== undefined) this.endedSinceFull.set(id, count - 1);
    }
    return isRefused(this.load.ofHolders, holderId, this.maxBacklog) ? this.backlogFull() : undefined;
  }

  /** Remembers that the workspace, or its holder, is at its limit, and returns the refusal. */
  noteFull({ workspaceId, holderId, most }: LimitedPlace, isHolderFull: boolean): AppError {
    const id = isHolderFull ? holderId : workspaceId;
    if (!this.endedSinceFull.has(id))
      setTimeout(() => this.endedSinceFull.delete(id), QUOTA_CACHE_MS).unref();
    this.endedSinceFull.set(id, 0);
    return quotaExceeded(most, isHolderFull ? QUOTAS_OF_HOLDER : 1);
  }

  /** Notes that a generation has ended. */
  noteEnd({ workspaceId, holderId }: Place): void {
    for (const id of [workspaceId, holderId]) {
      const ended = this.endedSinceFull.get(id);
      if (ended !== undefined) this.endedSinceFull.set(id, ended + 1);
    }
  }

  /** The refusal of a generation that would wait too long. */
  backlogFull(): AppError {
    return new AppError('Unavailable', {
      message: 'Too many generations are waiting. Try again later.',
      retryAfter: BACKLOG_RETRY_S,
    });
  }

  /** Counts the load now; public so that tests need not wait. Until the next count, more may be admitted. */
  @Every('admission', 1000)
  async refresh(): Promise<void> {
    this.load.replace(await this.store.count());
  }
}

function quotaExceeded(most: number, quotas: number): AppError {
  const whose = quotas === 1 ? 'a workspace' : 'all workspaces of an account';
  if (most === 0) return new AppError('QuotaExceeded', { message: NONE_MAY_RUN });
  return new AppError('QuotaExceeded', {
    message: `At most ${most * quotas} generations of ${whose} run at once. Wait for one to end.`,
    retryAfter: QUOTA_RETRY_S,
  });
}
