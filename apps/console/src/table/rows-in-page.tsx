// Which rows of a table are in the page, and which of them has the focus.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { createContext, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { usePlace } from './place.tsx';
import { gapsOf, rowsWith } from './rows.rules.ts';

/** Height of a row, in CSS pixels; `table.module.css` has the same. */
const ROW_PX = 44;
/** Rows beyond the visible ones, above and below: each costs time while one scrolls, and Tab needs the next one. */
const OVERSCAN = 2;

/** False while the rows are being scrolled. Until it is true again, rows leave out what costs time, such as pictures. */
export const RowsRest = createContext(true);

interface RowsInPage {
  /** Places in the list of the rows that are in the page. */
  indexes: number[];
  /** The height of what is left out before each of them, and after the last, in CSS pixels. */
  gaps: number[];
  /** True while they are scrolled. */
  isScrolling: boolean;
  /** Place of the last row in sight. */
  lastInSight: number;
  /** Place of the row that has or had the focus; -1 without one. */
  focused: number;
  /** Notes that a row has the focus. */
  onFocus: (rowId: string) => void;
  /** Moves the focus to the row at a place; does nothing when there is none. */
  goTo: (index: number) => void;
}

/** The rows to draw while `region` is scrolled. A person who comes back to a table finds the place where they left it. */
export function useRowsInPage(
  region: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
): RowsInPage {
  const { place, remember } = usePlace(region);
  const [focusedId, onFocus] = useState(place?.rowId);
  const wantsFocus = useRef(place?.rowId !== undefined);
  const focused = focusedId === undefined ? -1 : rows.findIndex(({ id }) => id === focusedId);
  // A new function in each render would make the virtualizer measure all rows again.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: OVERSCAN,
    initialOffset: place?.offset ?? 0,
    scrollPaddingStart: ROW_PX, // the head stays on top
    // A row that left the page would lose the focus.
    rangeExtractor: (range) => rowsWith(focused, defaultRangeExtractor(range)),
  });
  const items = virtualizer.getVirtualItems();

  useEffect(() => {
    remember(focusedId);
    const row = wantsFocus.current && region.current?.querySelector<HTMLElement>('tr[data-focused]');
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  return {
    indexes: items.map(({ index }) => index),
    gaps: gapsOf(items, virtualizer.getTotalSize()),
    isScrolling: virtualizer.isScrolling,
    lastInSight: virtualizer.range?.endIndex ?? 0,
    focused,
    onFocus,
    goTo: (index) => {
      const row = rows[index];
      if (!row) return;
      wantsFocus.current = true;
      onFocus(row.id);
      virtualizer.scrollToIndex(index);
    },
  };
}
