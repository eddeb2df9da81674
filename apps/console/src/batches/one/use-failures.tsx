// The failures of a batch: some while it runs, all of them once it has ended.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Batch, GenerationSummary } from '#client';
import { membersQuery } from '../batches.queries.ts';

const NONE: readonly GenerationSummary[] = [];

export interface Failures {
  rows: readonly GenerationSummary[];
  /** True when these are all. */
  areAll: boolean;
  error: Error | null;
  /** Reads on after an error. */
  retry: () => void;
}

/** Reads the failures; they are grouped by their reasons, so that all are needed in the end. */
export function useFailures(id: string, batch: Batch | undefined): Failures {
  const isRunning = batch?.status === 'RUNNING';
  const failed = batch?.counts.failed ?? 0;
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery({
      ...membersQuery(id, 'FAILED', isRunning),
      enabled: failed > 0,
    });
  const isWanted = batch !== undefined && !isRunning && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  const retry = (): void => void (isFetchNextPageError ? fetchNextPage() : refetch());
  return { rows: data ?? NONE, areAll: areAll(), error, retry };

  function areAll(): boolean {
    if (failed === 0) return true;
    // What was deleted is still counted: at the end, only the list tells.
    return isRunning ? (data ?? NONE).length >= failed : data !== undefined && !hasNextPage && !error;
  }
}
