// The time for which a list is shown, as addresses have it and as the API takes it: some days back, or one day. Pure.
import { present } from '../api/present.rules.ts';
import { startInUtc } from '../language/figures.rules.ts';

/** What lists offer as days back. */
export const DAYS_BACK = [1, 7, 30, 90];
/** Most days back that an address may ask for. */
const MOST_DAYS = 3650;
/** Seconds of a day. */
export const DAY = 86_400;

export interface Period {
  /** Days back from today, in whole days of UTC. */
  since?: number;
  /** A day of UTC, such as `2026-11-22`; it goes before `since`. */
  day?: string;
}

/** The period of an address; what is no period is left out. */
export function periodOf({ since, day }: Readonly<Record<string, unknown>>): Period {
  const days = Number(since);
  return present({
    since: Number.isInteger(days) && days > 0 && days <= MOST_DAYS ? days : undefined,
    day: typeof day === 'string' && startInUtc(day) !== undefined ? day : undefined,
  });
}

/** What the API is asked for. `now` is in Unix seconds; the days begin at midnight UTC, so that pages stay the same. */
export function boundsOf(
  { since, day }: Period,
  now: number,
): { createdAfter?: number; createdBefore?: number } {
  const start = day === undefined ? undefined : startInUtc(day);
  if (start !== undefined) return { createdAfter: start, createdBefore: start + DAY };
  return since === undefined ? {} : { createdAfter: Math.floor(now / DAY) * DAY - (since - 1) * DAY };
}
