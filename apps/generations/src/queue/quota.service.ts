// How many generations a workspace may have under way, and who was told a moment ago that it has no room.
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';

/** Seconds after which a workspace at its quota may try again. */
const RETRY_SECONDS = 5;
/** An end without a worker, or told to another copy of this service, is not heard here: nobody is full for longer (ms). */
const FULL_MS = 1000;

/** Remembers who is full, so that a flood of requests is refused without asking anybody for each. */
@Injectable()
export class QuotaService {
  /** Generations of one workspace that may be RUNNING at once. */
  readonly most: number;
  /** Workspace that was seen to be full → its generations that have ended since. */
  private readonly full = new Map<string, number>();

  constructor(@Inject(CONFIG) config: Pick<Config, 'MAX_RUNNING_GENERATIONS'>) {
    this.most = config.MAX_RUNNING_GENERATIONS;
  }

  /** Lets a request pass unless its workspace is known to be full; then one passes for each generation that ends. */
  admit(workspaceId: string): boolean {
    const ended = this.full.get(workspaceId);
    if (ended === 0) return false;
    if (ended !== undefined) this.full.set(workspaceId, ended - 1);
    return true;
  }

  /** A workspace was seen to be full. */
  sawFull(workspaceId: string): void {
    if (!this.full.has(workspaceId)) setTimeout(() => this.full.delete(workspaceId), FULL_MS).unref();
    this.full.set(workspaceId, 0);
  }

  /** One of the workspace has ended. */
  ended(workspaceId: string): void {
    const before = this.full.get(workspaceId);
    if (before !== undefined) this.full.set(workspaceId, before + 1);
  }

  /** What a workspace is told that is full. */
  refusal(): AppError {
    return new AppError('QuotaExceeded', {
      message: `At most ${this.most} generations of a workspace run at once. Wait for one to end.`,
      retryAfter: RETRY_SECONDS,
    });
  }
}
