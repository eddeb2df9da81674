// What the address of a new dataset says. Pure.
import { productSearchOf, type ProductSearch } from '../reference/product-search.rules.ts';

/** The products of a new dataset: those that were selected, or those that the filters choose. */
export interface NewDatasetSearch extends ProductSearch {
  /** How many products were selected. Their ids are in the history of the tab in which they were selected. */
  selected?: number;
}

export function newDatasetSearchOf(given: Readonly<Record<string, unknown>>): NewDatasetSearch {
  const selected = Number(given.selected);
  return Number.isSafeInteger(selected) && selected > 0 ? { selected } : productSearchOf(given);
}
