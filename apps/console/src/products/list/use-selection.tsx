// What is selected in the list of products: single rows, or all products that the filters choose.
import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Product, ProductCount } from '#client';
import type { Selection } from '../../table/index.ts';
import type { ProductSearch } from '../../reference/product-search.rules.ts';

/** The products that something is done with: these, or all that the filters choose. */
export type Chosen = { products: readonly Product[] } | { search: ProductSearch; count: ProductCount };

export interface ProductSelection {
  /** For the table. */
  ofTable: Selection;
  /** The number of selected rows; undefined when all that match are selected. */
  rows: number | undefined;
  selectMatching: () => void;
  clear: () => void;
  chosen: (search: ProductSearch, count: ProductCount | undefined) => Chosen;
}

/**
 * The selection among these rows. It ends as soon as others are `wanted`, so that nobody acts on products that are not shown yet,
 * and again when their `list` is there.
 */
export function useSelection(rows: readonly Product[], wanted: string, list: string): ProductSelection {
  const [selected, setSelected] = useState<RowSelectionState>({});
  const [isMatching, setMatching] = useState(false);
  const clear = useCallback(() => {
    setSelected({});
    setMatching(false);
  }, []);
  useEffect(clear, [clear, wanted, list]);
  // Rows that are loaded later belong to "all that match" too, until a person selects or deselects a row.
  const all = useMemo(() => Object.fromEntries(rows.map(({ id }) => [id, true as const])), [rows]);
  const present = isMatching ? all : selected;
  const onChange = useCallback<OnChangeFn<RowSelectionState>>(
    (change) => {
      setMatching(false);
      setSelected(typeof change === 'function' ? change(present) : change);
    },
    [present],
  );
  const products = useMemo(() => rows.filter(({ id }) => selected[id]), [rows, selected]);
  return {
    ofTable: { selected: present, onChange },
    rows: isMatching ? undefined : products.length,
    selectMatching: () => setMatching(true),
    clear,
    chosen: (search, count) => (isMatching && count ? { search, count } : { products }),
  };
}
