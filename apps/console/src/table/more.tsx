// The rest of a list that is loaded page by page.
import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../api/failures.rules.ts';

/** The rest of a list. */
export interface MoreRows {
  /** The same function as long as it loads the same. */
  load: () => void;
  /** After `failed`, only the button loads more. */
  state: 'idle' | 'loading' | 'failed';
}

/**
 * The rows beyond those that a query has loaded; undefined when there are none. When their cursor is not valid any more, the
 * list is read again from its start.
 */
export function useMore(query: UseInfiniteQueryResult<unknown>): MoreRows | undefined {
  const { error, fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage } = query;
  const { isPlaceholderData, isRefetching, refetch } = query;
  const isLost = hasCode(error, 'InvalidNextToken');
  const load = useCallback(
    () => void (isLost ? refetch() : fetchNextPage()),
    [isLost, refetch, fetchNextPage],
  );
  const isLoading = isFetchingNextPage || (isLost && isRefetching);
  const state = isLoading ? 'loading' : isFetchNextPageError ? 'failed' : 'idle';
  const isMore = hasNextPage && !isPlaceholderData;
  return useMemo(() => (isMore ? { load, state } : undefined), [isMore, load, state]);
}

/** The button that loads the rest of a list. */
export function ShowMore({ more: { load, state } }: { more: MoreRows }): ReactNode {
  const { t } = useTranslation('table');
  return (
    <Button variant="default" mt="sm" loading={state === 'loading'} onClick={load}>
      {t('more')}
    </Button>
  );
}
