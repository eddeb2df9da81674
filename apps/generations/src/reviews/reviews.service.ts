// Records what people decide about results.
import { Injectable } from '@nestjs/common';
import { AppError, generationReviewed, toUnixSeconds, type Actor, type Generation } from '#contracts';
import { Database } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { GenerationsService } from '../intake/generations.service.ts';
import { ReviewsStore } from './reviews.store.ts';

@Injectable()
export class ReviewsService {
  constructor(
    private readonly database: Database,
    private readonly store: ReviewsStore,
    private readonly outbox: Outbox,
    private readonly generations: GenerationsService,
  ) {}

  /** Rejects a result; one that is rejected already stays as it is. Errors: NotFound, InvalidState. */
  async reject({ workspaceId, accountId }: Actor, id: string, reason?: string): Promise<Generation> {
    await this.database.forWorkspace(workspaceId, async (tx) => {
      const found = await this.store.lock(tx, workspaceId, id);
      if (!found) throw new AppError('NotFound');
      if (found.status !== 'SUCCESS') throw new AppError('InvalidState');
      if (found.review?.state === 'REJECTED') return;
      const state = 'REJECTED';
      const given = reason === undefined ? {} : { reason };
      await this.store.set(tx, workspaceId, found.id, {
        state,
        by: accountId,
        at: toUnixSeconds(new Date()),
        ...given,
      });
      const data = { workspaceId, generationId: found.id, state } as const;
      await this.outbox.events(tx, generationReviewed, [{ subject: found.id, data }]);
    });
    return this.generations.get(workspaceId, id);
  }
}
