// The parts of a listing that were written again by themselves.
import { useQueries } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Generation, ListingPart } from '#client';
import { generationQuery } from '../../reference/records.queries.ts';

/** The generations that have written parts, by part. */
type PartIds = Partial<Record<ListingPart, string>>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What has written parts of a listing again; `of` is the generation of the listing. */
    again?: { of: string; ids: PartIds };
  }
}

export type Again = ReturnType<typeof useAgain>;

/** The entry of the tab's history keeps them: on the way back, and after a reload, the same texts stand there. */
export function useAgain({ id }: Generation) {
  const navigate = useNavigate();
  const kept = useLocation({ select: ({ state }) => state.again });
  // Not the entry itself: it is already that of the next page while this one is left.
  const [ids, setIds] = useState<PartIds>(kept?.of === id ? kept.ids : {});
  const records = useQueries({ queries: Object.values(ids).map((one) => generationQuery(one)) });
  return {
    records,
    writerOf: (part: ListingPart): Generation | undefined =>
      records.find(({ data }) => data && data.id === ids[part])?.data,
    keep: (part: ListingPart, writer: string): void => {
      const next = { ...ids, [part]: writer };
      setIds(next);
      void navigate({
        to: '.',
        search: true,
        state: (before) => ({ ...before, again: { of: id, ids: next } }),
        replace: true,
        resetScroll: false,
        ignoreBlocker: true, // own versions of other parts stay
      });
    },
  };
}
