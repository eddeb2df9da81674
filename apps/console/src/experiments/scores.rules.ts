// The scores of experiments: in which units they are shown, and when a difference could be named at all. Pure.
import { COMPARED_SCORES, type ComparedScore } from '#client';
import { moneyOf, numberOf, shareOf } from '../language/figures.rules.ts';

/** What a score is: a share from 0 to 1, a number for each text, milliseconds, tokens, or millionths of a currency. */
type Unit = 'share' | 'count' | 'time' | 'tokens' | 'cost';

const UNITS: Readonly<Record<ComparedScore, Unit>> = {
  success: 'share',
  hardFirst: 'count',
  repaired: 'share',
  warnings: 'count',
  factsCovered: 'share',
  keywordsCovered: 'share',
  lengthUse: 'share',
  distinct: 'share',
  languageShare: 'share',
  latencyMs: 'time',
  inputTokens: 'tokens',
  outputTokens: 'tokens',
  costMicros: 'cost',
  judgeWins: 'share',
  judgeYes: 'share',
};

/** All scores, in the order of tables. */
export const SCORES = Object.keys(COMPARED_SCORES) as ComparedScore[];
/** Those that tell of the quality of a text. */
export const QUALITY = SCORES.filter((score) => COMPARED_SCORES[score].quality);

export function unitOf(score: ComparedScore): Unit {
  return UNITS[score];
}

/** How figures are written; `currency` is that of the costs. */
interface Shown {
  language: string;
  currency: string | undefined;
}

/** What is shown of a score, such as "82%", "0.4" or "1.2 s". */
export function shownScore(score: ComparedScore, value: number, { language, currency }: Shown): string {
  switch (unitOf(score)) {
    case 'share':
      return shareOf(value, language);
    case 'count':
      return numberOf(hundredths(value), language);
    case 'time':
      return `${numberOf(hundredths(value / 1000), language)} s`;
    case 'tokens':
      return numberOf(Math.round(value), language);
    case 'cost':
      return moneyOf(value, currency, language);
  }
}

/** A difference of a score as a number: of shares in points of a hundred, of times in seconds. */
export function differenceIn(score: ComparedScore, value: number): number {
  const unit = unitOf(score);
  if (unit === 'share') return Math.round(value * 1000) / 10;
  if (unit === 'time') return hundredths(value / 1000);
  return unit === 'tokens' ? Math.round(value) : hundredths(value);
}

/** What is shown of a difference, such as "+12" points, "-0.3" or "+$0.0017". */
export function shownDifference(score: ComparedScore, value: number, shown: Shown): string {
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  const size = Math.abs(value);
  return (
    sign +
    (unitOf(score) === 'cost'
      ? shownScore(score, size, shown)
      : numberOf(differenceIn(score, size), shown.language))
  );
}

/** Most probability that an experiment names a winner among equal arms, by the API. */
const FALSE_WINNERS = 0.02;

/**
 * Products that so many comparisons need, so that an arm that wins every case could be named: the probability that one of two
 * equal arms wins `n` cases is 2^(1-n), and has to be at most 2 % for all comparisons together.
 */
export function productsNeeded(comparisons: number): number {
  return Math.ceil(1 + Math.log2(Math.max(1, comparisons) / FALSE_WINNERS));
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
