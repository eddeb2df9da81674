// Counts the identifiers that a workspace submits for import, so that one client cannot fill the storage of all.
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import { RateCounters, type RateCounter } from '#platform/rate-limit';
import type { Config } from '../config.ts';

@Injectable()
export class ImportQuotaService {
  private readonly counter: RateCounter;
  private readonly points: number;

  constructor(counters: RateCounters, @Inject(CONFIG) { LIMIT_IMPORT_ITEMS_PER_H: points }: Config) {
    this.points = points;
    this.counter = counters.counter({ name: 'import-items', points, seconds: 3600 });
  }

  /**
   * Creates an import of this many identifiers or rows within the quota of the workspace. Malformed and repeated ones count
   * too; an import that was refused, or that an earlier request created, does not count. Errors: QuotaExceeded
   * with the `target`, those of `create`.
   */
  async within<T extends { replayed: boolean }>(
    workspaceId: string,
    identifiers: number,
    create: () => Promise<T>,
    target: 'asins' | 'rows' = 'asins',
  ): Promise<T> {
    const { granted, resetMs, giveBack } = await this.counter.take(workspaceId, identifiers);
    if (granted < identifiers) {
      await giveBack();
      throw this.quotaExceeded(resetMs, target);
    }
    try {
      const created = await create();
      if (created.replayed) await giveBack();
      return created;
    } catch (error) {
      const mayBeStored = error instanceof AppError && error.code === 'UpstreamTimeout';
      if (!mayBeStored) await giveBack();
      throw error;
    }
  }

  private quotaExceeded(resetMs: number, target: string): AppError {
    return new AppError('QuotaExceeded', {
      target,
      message: `A workspace may submit at most ${this.points} identifiers and rows for import in an hour.`,
      retryAfter: Math.max(1, Math.ceil(resetMs / 1000)),
    });
  }
}
