// Turns what was entered for a new dataset into its request. Pure.
import type { DatasetCreation } from '#client';
import { present } from '../../api/present.rules.ts';
import { apiFiltersOf, type ProductSearch } from '../../reference/product-search.rules.ts';

/** Most cases of a dataset. */
export const MOST_CASES = 1000;
/** Cases that are proposed: enough to tell a difference that matters, and few enough to be judged. */
const PROPOSED = 50;

/** The products that a dataset is wanted for: those that the filters choose, or those with these ids. */
export type Choice = { search: ProductSearch; count: number } | { ids: readonly string[] };

export interface DatasetDraft {
  name: string;
  /** How many of the products that the filters choose; undefined while the field is empty. */
  first: number | undefined;
  areTextsKept: boolean;
}

/** What the form begins with. */
export function draftOf(choice: Choice): DatasetDraft {
  const first = 'ids' in choice ? undefined : Math.min(choice.count, PROPOSED);
  return { name: '', first, areTextsKept: true };
}

/** The request. Of more selected products than a dataset has room for, the first ones are taken. */
export function creationOf(draft: DatasetDraft, choice: Choice): DatasetCreation {
  const products =
    'ids' in choice
      ? { ids: choice.ids.slice(0, MOST_CASES) }
      : present({ filter: apiFiltersOf(choice.search), first: draft.first });
  return present({
    name: draft.name.trim(),
    products,
    references: draft.areTextsKept ? ('accepted' as const) : undefined,
  });
}
