// What happens in the one transaction that accepts a generation.
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Transaction } from '#platform/database';
import { BacklogService, tooMuchWaits } from './backlog.service.ts';
import type { Config } from './config.ts';
import { DispatchService } from './dispatch.service.ts';
import { GenerationsStore, type NewGeneration } from './generations.store.ts';

/** Seconds after which a workspace at its quota may try again. */
const QUOTA_RETRY_SECONDS = 5;

/** Accepts generations. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly store: GenerationsStore,
    private readonly backlog: BacklogService,
    private readonly dispatch: DispatchService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Keeps a generation and queues it; returns its id. Errors: QuotaExceeded, Unavailable. */
  async accept(tx: Transaction, draft: NewGeneration): Promise<string> {
    this.backlog.assertRoom();
    const most = this.config.MAX_RUNNING_GENERATIONS;
    const { added, running, manual, isLate } = await this.store.insertWithin(tx, most, draft);
    // Only its own: however long one workspace lets its work pile up, the others are served.
    if (isLate) throw tooMuchWaits();
    if (!added) {
      throw new AppError('QuotaExceeded', {
        message: `At most ${most} generations of a workspace run at once. Wait for one to end.`,
        retryAfter: QUOTA_RETRY_SECONDS,
      });
    }
    await this.dispatch.dispatch(tx, { ...draft, own: draft.manual ? manual : running });
    return draft.id;
  }
}
