// Whether people accept the texts of an application as often as before. Pure.

/** How the accept rate of an application stands to its band. */
export type QualityState = 'WITHIN' | 'BELOW' | 'ABOVE';

/** Decisions of people in the last 7 days, and in the 28 days before them. */
export interface Reviewed {
  accepted: number;
  rejected: number;
  acceptedBefore: number;
  rejectedBefore: number;
}

/** Days that are looked at, and days before them that make the band. */
export const DAYS = { now: 7, before: 28 } as const;
/** Fewest decisions that each of these two times must have. */
export const LEAST_REVIEWED = 50;
/**
 * Half the width of the band, in standard errors of the difference of the two rates: it is looked at every ten minutes for
 * years, so a narrower one would be left by chance. A rate that has left it is back only inside a narrower band, so that one at
 * the edge is not told again and again.
 */
const LEAVES = 3;
const RETURNS = 2;

/** The accept rates, and how they stand to each other now. `before` is how they stood when that was last noted. */
export function qualityOf(
  { accepted, rejected, acceptedBefore, rejectedBefore }: Reviewed,
  before: QualityState,
): { acceptRate: number; earlierRate: number; reviewed: number; state: QualityState } {
  const reviewed = accepted + rejected;
  const earlier = acceptedBefore + rejectedBefore;
  const acceptRate = accepted / reviewed;
  const earlierRate = acceptedBefore / earlier;
  // With one decision of each kind more, because a rate of 0 or 1 would have a band without width.
  const likely = (acceptedBefore + 1) / (earlier + 2);
  const error = Math.sqrt(likely * (1 - likely) * (1 / reviewed + 1 / earlier));
  const distance = (acceptRate - earlierRate) / error;
  const direction = distance < 0 ? 'BELOW' : 'ABOVE';
  const isOutside = Math.abs(distance) > (before === direction ? RETURNS : LEAVES);
  return { acceptRate, earlierRate, reviewed, state: isOutside ? direction : 'WITHIN' };
}
