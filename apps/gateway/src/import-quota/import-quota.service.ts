// Counts the identifiers that a workspace, and all workspaces of a holder, submit for import, so that one client cannot fill the
// storage of all, nor use up what the marketplace allows.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, holderOf, limitOf, QUOTAS_OF_HOLDER, type Actor } from '#contracts';
import { CONFIG } from '#platform/config';
import { RateCounters, type RateCounter, type Taken } from '#platform/rate-limit';
import type { Config } from '../config.ts';

/** An import that a client asks for. */
export interface NewImport<T> {
  /** Its identifiers or rows; malformed and repeated ones count too. */
  items: number;
  /** The part of the request that has them, if one does: a refusal names it. */
  target?: 'asins' | 'rows';
  /** Of idempotency. */
  key: string | undefined;
  /** Asks for the import, or only for the answer that an earlier request with the same key has had. */
  ask: (onlyRepeat: boolean) => Promise<T>;
}

/**
 * The answer that an earlier request with the same key has had, or else the refusal of this one: what a request refers to may be
 * gone since, and the earlier one may have used up the quota.
 */
export async function firstAnswerOr<T>(
  refusal: unknown,
  { key, ask }: Pick<NewImport<T>, 'key' | 'ask'>,
): Promise<T> {
  if (key === undefined) throw refusal;
  return ask(true).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'QuotaExceeded' ? refusal : error;
  });
}

@Injectable()
export class ImportQuotaService {
  private readonly ofWorkspaces: RateCounter;
  private readonly ofHolders: RateCounter;
  private readonly points: number;

  constructor(counters: RateCounters, @Inject(CONFIG) { LIMIT_IMPORT_ITEMS_PER_H: points }: Config) {
    this.points = points;
    this.ofWorkspaces = counters.counter({ name: 'import-items', points, seconds: 3600 });
    const ofHolder = points * QUOTAS_OF_HOLDER;
    this.ofHolders = counters.counter({ name: 'import-items-of-holder', points: ofHolder, seconds: 3600 });
  }

  /**
   * Creates an import within the quotas of the workspace and of its holder. One that was refused, or that an earlier request
   * created, does not count. Errors: QuotaExceeded with the `target`, those of `ask`.
   */
  async within<T extends { replayed: boolean }>(
    actor: Pick<Actor, 'workspaceId' | 'holderId' | 'limits'>,
    { items, target, key, ask }: NewImport<T>,
  ): Promise<T> {
    const [own, ofHolder] = await Promise.all([
      this.ofWorkspaces.take(actor.workspaceId, items),
      this.ofHolders.take(holderOf(actor), items),
    ]);
    const giveBack = () => Promise.all([own.giveBack(), ofHolder.giveBack()]);
    // The counters know the limits of the configuration; what they count is compared with those of the holder.
    const most = limitOf(actor, 'importItemsPerH', this.points);
    const isOwnFull = own.used > most;
    if (isOwnFull || ofHolder.used > most * QUOTAS_OF_HOLDER) {
      await giveBack();
      const refusal = quotaExceeded(isOwnFull ? own : ofHolder, { most, isOwn: isOwnFull, target });
      return firstAnswerOr(refusal, { key, ask });
    }
    try {
      const created = await ask(false);
      if (created.replayed) await giveBack();
      return created;
    } catch (error) {
      const mayBeStored = error instanceof AppError && error.code === 'UpstreamTimeout';
      if (!mayBeStored) await giveBack();
      throw error;
    }
  }
}

function quotaExceeded(
  { resetMs }: Taken,
  { most, isOwn, target }: { most: number; isOwn: boolean; target: NewImport<unknown>['target'] },
): AppError {
  const who = isOwn
    ? `A workspace may submit at most ${most}`
    : `All workspaces that one account holds may submit at most ${most * QUOTAS_OF_HOLDER}`;
  return new AppError('QuotaExceeded', {
    target,
    message: `${who} identifiers and rows for import in an hour.`,
    retryAfter: Math.max(1, Math.ceil(resetMs / 1000)),
  });
}
