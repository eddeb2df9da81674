// The filters of the list of imports: as they stand in the address, and as the API takes them. Pure.
import type { Import, ListImportsData } from '#client';
import { present } from '../api/present.rules.ts';
import { boundsOf, periodOf, type Period } from '../reference/period.rules.ts';

type ApiFilters = NonNullable<ListImportsData['query']>;

type Status = Import['status'];
const STATUSES: readonly Status[] = ['RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED'];
/** The statuses of imports in which something may have failed. */
export const WITH_FAILURES = 'PARTIAL,FAILED,CANCELLED';
/** What the list offers as statuses. */
export const OFFERED_STATUSES = ['RUNNING', WITH_FAILURES, ...STATUSES.slice(1)] as const;

/** The filters as the address has them; absent ones filter nothing. */
export interface ImportSearch extends Period {
  /** One status, or several separated by commas. */
  status?: string;
}

/** Reads the parameters of an address; what is no filter, or has no such value, is left out. */
export function importSearchOf({ status, since, day }: Readonly<Record<string, unknown>>): ImportSearch {
  return present({
    status: typeof status === 'string' && status.split(',').every(isStatus) ? status : undefined,
    ...periodOf({ since, day }),
  });
}

/** What the API is asked for; `now` is in Unix seconds. */
export function importFiltersOf({ status, ...period }: ImportSearch, now = Date.now() / 1000): ApiFilters {
  return present({ status: status?.split(',').filter(isStatus), ...boundsOf(period, now) });
}

function isStatus(text: string): text is Status {
  return STATUSES.some((status) => status === text);
}
