// Writes accepted texts into documents.
import { Injectable } from '@nestjs/common';
import type { LimitedWorkspace } from '#contracts';
import { withIdempotencyKey, type IdempotentRequest } from '#platform/idempotency';
import { DocumentsService, type DocumentText } from '../documents/index.ts';
import { ReviewsService, type Decision } from './reviews.service.ts';

@Injectable()
export class DocumentAcceptancesService {
  constructor(
    private readonly reviews: ReviewsService,
    private readonly documents: DocumentsService,
  ) {}

  /**
   * Writes the text of a generation and records it in one transaction, once for its key. Errors: NotFound, UnknownReference,
   * VersionMismatch, IdempotencyKeyReused, IdempotencyInProgress.
   */
  async accept(
    generation: LimitedWorkspace & { id: string },
    text: DocumentText,
    review: Decision['review'],
    once: IdempotentRequest,
  ): Promise<void> {
    await this.documents.inTurn(once, (tx) =>
      withIdempotencyKey(tx, once, async () => {
        await this.reviews.decide(tx, generation, async () => {
          const { id, version } = await this.documents.write(tx, generation, text);
          return { review: { ...review, id }, version };
        });
        return {};
      }),
    );
  }
}
