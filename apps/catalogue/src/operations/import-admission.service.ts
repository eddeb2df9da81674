// Decides which accounts may import; all workspaces that an account holds count together. It measures in the background, so
// accepting an import costs no query.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Region } from '#contracts';
import { CONFIG } from '#platform/config';
import { Every } from '#platform/resilience';
import type { Config } from '../config.ts';
import { MAX_BATCH } from '../fetching/index.ts';
import { ImportAdmissionStore, type RegionHolder } from './import-admission.store.ts';

/** Seconds after which a refused client may try again. */
const RETRY_SECONDS = 30;

const keyOf = ({ region, holderId }: RegionHolder): string => `${region}/${holderId}`;

/**
 * Refuses an account whose oldest product has waited for half of the deadline, and in a full region those with an equal share or
 * more of what waits. Knows the state of up to a second ago, so it may admit too many imports for that second.
 */
@Injectable()
export class ImportAdmissionService {
  private refused = new Set<string>();

  constructor(
    private readonly store: ImportAdmissionStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Refuses an account for which too many products wait in a region, or for too long. Errors: Unavailable. */
  admit(region: Region, holderId: string): void {
    if (!this.refused.has(keyOf({ region, holderId }))) return;
    throw new AppError('Unavailable', {
      message: 'Too many products are waiting to be imported. Try again later.',
      retryAfter: RETRY_SECONDS,
    });
  }

  /** Measures once; public so that a test need not wait. */
  @Every('import admission', 1000)
  async refresh(): Promise<void> {
    const late = await this.store.lateHolders(this.config.IMPORT_DEADLINE_HOURS / 2);
    const full = await this.store.fullRegions(this.config.BACKLOG_MAX * MAX_BATCH);
    const pending = full.length === 0 ? [] : await this.store.pendingByHolder(full);
    const byRegion = Map.groupBy(pending, (holder) => holder.region);
    const overShare = [...byRegion.values()].flatMap(atOrOverShare);
    this.refused = new Set([...late, ...overShare].map(keyOf));
  }
}

/** The accounts that have at least an equal share of what waits in a full region; the others may still import. */
function atOrOverShare<H extends { count: number }>(holders: readonly H[]): H[] {
  const share = holders.reduce((sum, { count }) => sum + count, 0) / holders.length;
  return holders.filter(({ count }) => count >= share);
}
