// Remembers how far a table was scrolled and which row had the focus, until one comes back to it.
import { useLocation } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Where a person was in a table. */
interface Place {
  /** Scrolled by, in CSS pixels. */
  offset: number;
  rowId: string | undefined;
}

/** By the key of the entry in the browser's history, so that only Back and Forward find a place again. */
const places = new Map<string, Place>();

/** The place at which this table was left, if any, and what notes the row with the focus. */
export function usePlace(region: RefObject<HTMLElement | null>): {
  place: Place | undefined;
  remember: (rowId: string | undefined) => void;
} {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const [place] = useState(() => places.get(entry));
  const rowId = useRef(place?.rowId);
  const remember = useCallback((id: string | undefined) => void (rowId.current = id), []);
  // Before the table leaves the page, when it still knows how far it was scrolled.
  useLayoutEffect(() => {
    const { current } = region;
    return () => void places.set(entry, { offset: current?.scrollTop ?? 0, rowId: rowId.current });
  }, [entry, region]);
  return { place, remember };
}
