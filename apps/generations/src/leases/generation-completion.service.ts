// Ends generations: with the outcome of a worker, or as failed ones without it, and has each end announced.
import { Injectable } from '@nestjs/common';
import { generationCancelled, type GenerationErrorCode } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { GenerationAnnouncementsService } from './generation-announcements.service.ts';
import { LeasesStore, type EndedGeneration } from './leases.store.ts';

@Injectable()
export class GenerationCompletionService {
  constructor(
    private readonly database: Database,
    private readonly store: LeasesStore,
    private readonly bus: Bus,
    private readonly announcements: GenerationAnnouncementsService,
  ) {}

  /** Ends those generations that are RUNNING as FAILED without an outcome of a worker, announces and returns them. */
  async fail(
    tx: Transaction,
    ids: readonly string[],
    errorCode: GenerationErrorCode,
  ): Promise<EndedGeneration[]> {
    const all = await this.store.fail(tx, ids, errorCode);
    await this.announcements.announce(tx, all, errorCode);
    return all;
  }

  /** Cancels those generations that are RUNNING, tells the workers that may write them, and returns them. */
  async cancel(tx: Transaction, ids: readonly string[]): Promise<EndedGeneration[]> {
    const all = await this.fail(tx, ids, 'Cancelled');
    this.database.afterCommit(tx, () => {
      for (const { id } of all) this.bus.notify(generationCancelled, id, { id });
    });
    return all;
  }

  /** Announces a generation that its worker has ended; without an error code it is a success. */
  announce(tx: Transaction, ended: EndedGeneration, errorCode?: GenerationErrorCode): Promise<void> {
    return this.announcements.announce(tx, [ended], errorCode);
  }
}
