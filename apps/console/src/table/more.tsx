// The rest of a list that is loaded page by page.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

/** The rest of a list. */
export interface MoreRows {
  /** The same function as long as it loads the same. */
  load: () => void;
  /** After `failed`, only the button loads more. */
  state: 'idle' | 'loading' | 'failed';
}

/** The rows beyond those that a query has loaded; undefined when there are none. */
export function useMore(
  query: Pick<
    UseInfiniteQueryResult,
    'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
  >,
): MoreRows | undefined {
  const { fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage } = query;
  const load = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const state = isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'failed' : 'idle';
  return useMemo(() => (hasNextPage ? { load, state } : undefined), [hasNextPage, load, state]);
}
