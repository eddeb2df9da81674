// The filters of the list of imports: as they stand in the address, and as the API takes them. Pure.
import type { Import, ListImportsData } from '#client';
import { startInUtc } from '../language/figures.rules.ts';

type ApiFilters = NonNullable<ListImportsData['query']>;

const STATUSES = ['RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED'] as const;
type Status = Import['status'];
/** The statuses of imports in which something may have failed. */
export const WITH_FAILURES = 'PARTIAL,FAILED,CANCELLED';
/** What the list offers as statuses. */
export const OFFERED_STATUSES = [
  'RUNNING',
  WITH_FAILURES,
  'COMPLETED',
  'PARTIAL',
  'FAILED',
  'CANCELLED',
] as const;
/** What the list offers as days back. */
export const DAYS = [1, 7, 30, 90];
const DAY = 86_400;

/** The filters as the address has them; absent ones filter nothing. */
export interface ImportSearch {
  /** One status, or several separated by commas. */
  status?: string;
  /** Days back from today, in whole days of UTC. */
  since?: number;
  /** A day of UTC, such as `2026-11-22`. */
  day?: string;
}

/** Reads the parameters of an address; what is no filter, or has no such value, is left out. */
export function importSearchOf({ status, since, day }: Readonly<Record<string, unknown>>): ImportSearch {
  const days = Number(since);
  return {
    ...(typeof status === 'string' && status.split(',').every(isStatus) && { status }),
    ...(Number.isInteger(days) && days > 0 && days <= 3650 && { since: days }),
    ...(typeof day === 'string' && startInUtc(day) !== undefined && { day }),
  };
}

/** What the API is asked for. `now` is in Unix seconds; the days begin at midnight UTC, so that pages stay the same. */
export function importFiltersOf({ status, since, day }: ImportSearch, now = Date.now() / 1000): ApiFilters {
  const today = Math.floor(now / DAY) * DAY;
  const start = day === undefined ? undefined : startInUtc(day);
  return {
    ...(status !== undefined && { status: status.split(',').filter(isStatus) }),
    ...(since !== undefined && { createdAfter: today - (since - 1) * DAY }),
    ...(start !== undefined && { createdAfter: start, createdBefore: start + DAY }),
  };
}

function isStatus(text: string): text is Status {
  return STATUSES.some((status) => status === text);
}
