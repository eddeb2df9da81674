// Rejects results.
import { Injectable } from '@nestjs/common';
import { AppError, type Actor, type Generation } from '#contracts';
import { Database } from '#platform/database';
import { LockBulkhead } from '#platform/idempotency';
import { GenerationsService } from '../intake/index.ts';
import { AcceptancesStore } from './acceptances.store.ts';
import { reviewOf, ReviewsService } from './reviews.service.ts';

@Injectable()
export class RejectionsService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly reviews: ReviewsService,
    private readonly acceptances: AcceptancesStore,
    private readonly generations: GenerationsService,
  ) {}

  /**
   * Rejects a result; one that is rejected already stays as it is. A text that may be on its way to a product is not sent
   * again. Errors: NotFound, InvalidState.
   */
  async reject(actor: Actor, id: string, reason?: string): Promise<Generation> {
    const { workspaceId } = actor;
    const review = { ...reviewOf(actor, 'REJECTED'), ...(reason === undefined ? {} : { reason }) };
    await this.bulkhead.forRow(this.database, { workspaceId, id }, (tx) =>
      this.reviews.decide(tx, { workspaceId, id }, async (found) => {
        if (found.status !== 'SUCCESS')
          throw new AppError('InvalidState', {
            message: 'The quality check has rejected this text already.',
          });
        await this.acceptances.removeAll(tx, workspaceId, id);
        return found.review?.state === 'REJECTED' ? undefined : { review };
      }),
    );
    return this.generations.get(workspaceId, id);
  }
}
