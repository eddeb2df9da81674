// Decides from memory whether a workspace may create a generation now, so that refusals under a flood cost no I/O.
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import { isFast } from '#platform/fast';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { GenerationAdmissionStore } from './generation-admission.store.ts';

/** `Retry-After` of a refusal because of the backlog, in seconds. */
const BACKLOG_RETRY_S = 30;
/** `Retry-After` of a refusal because of the workspace's limit, in seconds. */
const QUOTA_RETRY_S = 5;
/** Longest time that a workspace is remembered to be at its limit, in ms: ends on other instances are not noticed here. */
const QUOTA_CACHE_MS = 1000;

@Injectable()
export class GenerationAdmissionService {
  /** True while too many generations of all workspaces wait. */
  isBacklogFull = false;
  /**
   * Workspace that was at its limit → its generations that have ended since. Only a cache: GenerationsStore.insertWithin
   * enforces the limit. With it a full workspace gets 429 refusals a second, without it 11 ("quota-cache" of the
   * benchmark), because each of them waits for the workspace's queue.
   */
  private readonly endedSinceFull = new Map<string, number>();
  /** Maximum RUNNING generations of one workspace. */
  readonly maxRunning: number;
  /** RUNNING generations of one workspace from which on its batches add none: the other half is for single requests. */
  readonly shareOfBatches: number;
  private readonly maxBacklog: number;

  constructor(
    private readonly store: GenerationAdmissionStore,
    @Inject(CONFIG) config: Config,
  ) {
    this.maxRunning = config.MAX_RUNNING_GENERATIONS;
    this.shareOfBatches = Math.max(1, Math.floor(this.maxRunning / 2));
    this.maxBacklog = config.BACKLOG_MAX;
  }

  /** Admits a request of the workspace: returns undefined, or the refusal, QuotaExceeded or Unavailable. */
  admit(workspaceId: string): AppError | undefined {
    const ended = isFast('quota-cache') ? this.endedSinceFull.get(workspaceId) : undefined;
    if (ended === 0) return this.quotaExceeded();
    // Each generation that has ended admits one request.
    if (ended !== undefined) this.endedSinceFull.set(workspaceId, ended - 1);
    return this.isBacklogFull ? this.backlogFull() : undefined;
  }

  /** Remembers that the workspace is at its limit, and returns the refusal. */
  noteFull(workspaceId: string): AppError {
    if (!this.endedSinceFull.has(workspaceId))
      setTimeout(() => this.endedSinceFull.delete(workspaceId), QUOTA_CACHE_MS).unref();
    this.endedSinceFull.set(workspaceId, 0);
    return this.quotaExceeded();
  }

  /** Notes that a generation of the workspace has ended. */
  noteEnd(workspaceId: string): void {
    const ended = this.endedSinceFull.get(workspaceId);
    if (ended !== undefined) this.endedSinceFull.set(workspaceId, ended + 1);
  }

  /** The refusal of a generation that would wait too long. */
  backlogFull(): AppError {
    return new AppError('Unavailable', {
      message: 'Too many generations are waiting. Try again later.',
      retryAfter: BACKLOG_RETRY_S,
    });
  }

  /** Counts the backlog now; public so that tests need not wait. Until the next count, more may be admitted. */
  @Every('admission', 1000)
  async refresh(): Promise<void> {
    this.isBacklogFull = (await this.store.countWaiting(this.maxBacklog + 1)) > this.maxBacklog;
  }

  private quotaExceeded(): AppError {
    return new AppError('QuotaExceeded', {
      message: `At most ${this.maxRunning} generations of a workspace run at once. Wait for one to end.`,
      retryAfter: QUOTA_RETRY_S,
    });
  }
}
