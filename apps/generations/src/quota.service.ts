// How many generations a workspace may have under way, and who was told a moment ago that it has no room.
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from './config.ts';

/** Seconds after which a workspace at its quota may try again. */
const RETRY_SECONDS = 5;
/** An end without a worker, or told to another copy of this service, is not heard here: nobody is full for longer (ms). */
const FULL_MS = 1000;

/** Remembers who is full, so that a flood of requests is refused without asking anybody for each. */
@Injectable()
export class QuotaService {
  /** Generations of one workspace that may be RUNNING at once. */
  readonly most: number;
  private readonly full = new Set<string>();

  constructor(@Inject(CONFIG) config: Pick<Config, 'MAX_RUNNING_GENERATIONS'>) {
    this.most = config.MAX_RUNNING_GENERATIONS;
  }

  /** True when the workspace was refused just now and nothing of it is known to have ended since. */
  isFull(workspaceId: string): boolean {
    return this.full.has(workspaceId);
  }

  /** A workspace was seen to be full. */
  sawFull(workspaceId: string): void {
    if (this.full.has(workspaceId)) return;
    this.full.add(workspaceId);
    setTimeout(() => this.full.delete(workspaceId), FULL_MS).unref();
  }

  /** One of the workspace has ended. */
  ended(workspaceId: string): void {
    this.full.delete(workspaceId);
  }

  /** What a workspace is told that is full. */
  refusal(): AppError {
    return new AppError('QuotaExceeded', {
      message: `At most ${this.most} generations of a workspace run at once. Wait for one to end.`,
      retryAfter: RETRY_SECONDS,
    });
  }
}
