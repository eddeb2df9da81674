// What is known of an acceptance whose answer was lost, and what the next try does with that. Pure.
import { ApiError, type AcceptanceRequest, type Document, type Generation, type Product } from '#client';

/** Where an accepted text goes, as it was before; a new document was not. */
export type Place = Product | Document | undefined;

/** An acceptance as it was begun. */
export interface Try<P extends Place> {
  generation: Generation;
  before: P;
  /** The version of the product or document that the person saw. */
  ifVersion: number | undefined;
  body: AcceptanceRequest;
  /** Its Idempotency-Key: a repeat writes nothing a second time. */
  key: string;
}

/** Whether a try sends the same as another. */
export function isRepeat(one: Try<Place>, { body }: Pick<Try<Place>, 'body'>): boolean {
  return JSON.stringify(one.body) === JSON.stringify(body);
}

/** Whether a failure leaves open what has become of an acceptance. */
export function leavesOpen(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

/** Whether this person has accepted the result since it was as given. */
export function isAcceptedSince(before: Generation, now: Generation, by: string | undefined): boolean {
  const { review } = now;
  const isOther = JSON.stringify(review) !== JSON.stringify(before.review);
  return isOther && review?.state === 'ACCEPTED' && review.by === by;
}

/**
 * The try of something else than what was sent before without an answer. `now` is the generation after that: if its text was
 * written, that text is not what stood there before.
 */
export function tryAfter<P extends Place>(
  lost: Try<P>,
  next: Try<P>,
  now: Generation,
  by: string | undefined,
): Try<P> {
  const isWritten = isAcceptedSince(lost.generation, now, by) && lost.before?.id === next.before?.id;
  return { ...next, generation: now, before: isWritten ? lost.before : next.before };
}
