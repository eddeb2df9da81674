// What the address of the overview says. Pure.
import { present } from '../api/present.rules.ts';

/** The days that it may look back, today included. */
export const DAYS = [7, 30, 90] as const;
/** What generations and the use of models are told apart by. */
export const GROUPS = ['model', 'application', 'promptVersion', 'language', 'voice'] as const;
export type Group = (typeof GROUPS)[number];

/** The statuses of imports in which something may have failed, as the list of imports has them in its address. */
export const WITH_FAILURES = 'PARTIAL,FAILED,CANCELLED';

/** How the overview is looked at; what is absent has its default. */
export interface OverviewSearch {
  days?: 7 | 90;
  show?: 'tables';
  by?: Exclude<Group, 'model'>;
}

/** Reads the parameters of an address, which people change by hand: what makes no sense is left out. */
export function overviewSearchOf({ days, show, by }: Readonly<Record<string, unknown>>): OverviewSearch {
  return present({
    days: days === 7 || days === 90 ? days : undefined,
    show: show === 'tables' ? show : undefined,
    by: GROUPS.slice(1).find((group) => group === by) as OverviewSearch['by'],
  });
}
