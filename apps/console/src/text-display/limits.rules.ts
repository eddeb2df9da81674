// Lengths of texts and the limits that an application sets for them. Pure.
import type { ApplicationLimit, Marketplace } from '#client';

/** The length of a text as the API's limits count it: in code points, so that an emoji counts as one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * The most that `limits` allow of a unit; the limit of the marketplace goes before the one for everywhere else. Undefined
 * without a limit. `text` is each text, `result` is all of them together.
 */
export function mostOf(
  limits: readonly ApplicationLimit[],
  field: 'text' | 'result',
  unit: ApplicationLimit['unit'],
  marketplace?: Marketplace,
): number | undefined {
  const fitting = limits.filter((limit) => limit.field === field && limit.unit === unit);
  const own = marketplace && fitting.find((limit) => limit.marketplace === marketplace);
  return (own ?? fitting.find((limit) => limit.marketplace === undefined))?.most;
}
