// What the address of the overview says. Pure.
import { oneOf, searchBy } from '../page/search.rules.ts';

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

export const overviewSearchOf = searchBy<OverviewSearch>({
  days: oneOf([7, 90]),
  show: oneOf(['tables']),
  by: (given) => GROUPS.slice(1).find((group) => group === given) as OverviewSearch['by'],
});
