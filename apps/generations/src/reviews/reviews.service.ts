// Records what people decide about results.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  generationReviewed,
  INTERVAL_SECONDS,
  toUnixSeconds,
  type Actor,
  type GenerationReview,
} from '#contracts';
import type { Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { ProductTextsService } from '../texts/index.ts';
import { withEarlierParts } from '../generation-record/index.ts';
import { ReviewsStore, type DecisionCount, type Reviewed } from './reviews.store.ts';

/** A generation of a workspace. */
interface GenerationKey {
  workspaceId: string;
  id: string;
}

/** What a person decided. */
export interface Decision {
  review: GenerationReview & { state: 'ACCEPTED' | 'REJECTED' };
  /** Version of the product or document that has the accepted text. */
  version?: number;
}

@Injectable()
export class ReviewsService {
  constructor(
    private readonly store: ReviewsStore,
    private readonly outbox: Outbox,
    private readonly texts: ProductTextsService,
  ) {}

  /**
   * Locks a result or a draft, and records what `decision` makes of it; undefined leaves the review as it is. Errors: NotFound,
   * InvalidState when there is neither, and of what was written for an experiment.
   */
  async decide(
    tx: Transaction,
    { workspaceId, id }: GenerationKey,
    decision: (found: Reviewed) => Promise<Decision | undefined>,
  ): Promise<void> {
    const found = await this.store.lock(tx, workspaceId, id);
    if (!found) throw new AppError('NotFound');
    const isReviewed = found.experimentId === null && (found.status === 'SUCCESS' || found.hasDraft);
    if (!isReviewed) throw hasNoResult();
    const decided = await decision(found);
    if (!decided) return;
    const { version: reviewVersion = null } = decided;
    const review = withEarlierParts(found.review, decided.review);
    await this.store.set(tx, workspaceId, id, { review, reviewVersion });
    const before = found.review ? [countOf(found.review, -1)] : [];
    await this.store.count(tx, { workspaceId, id }, [...before, countOf(review, 1)]);
    const data = { workspaceId, generationId: id, state: review.state };
    this.outbox.events(tx, generationReviewed, [{ subject: id, data }]);
    await this.texts.update(tx, [found]);
  }
}

/** The refusal of a review of what cannot be reviewed. */
export function hasNoResult(): AppError {
  return new AppError('InvalidState', {
    message:
      'The generation has no result to accept or reject: it is RUNNING, has failed, or belongs to an experiment.',
  });
}

/** The review that a person gives now. */
export function reviewOf<S extends GenerationReview['state']>({ accountId }: Actor, state: S) {
  return { state, by: accountId, at: toUnixSeconds(new Date()) };
}

/**
 * What a decision adds to the statistic of its hour; with the sign -1, what a decision that is replaced takes back out of it.
 */
function countOf({ state, at = 0, editShare = 0, result }: GenerationReview, sign: 1 | -1): DecisionCount {
  return {
    hour: Math.floor(at / INTERVAL_SECONDS.hour),
    accepted: state === 'ACCEPTED' ? sign : 0,
    edited: result === undefined ? 0 : sign, // not by the share, which is 0 where capitals or signs alone were changed
    rejected: state === 'REJECTED' ? sign : 0,
    editShare: sign * editShare,
  };
}
