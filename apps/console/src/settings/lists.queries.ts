// How the lists of the settings are read.
import { infiniteQueryOptions } from '@tanstack/react-query';

/** Rows of a page of a list. */
const PAGE = 50;

/** What a page of a list is asked for with. */
interface PageRequest {
  query: { limit: number; nextToken: string | undefined };
  signal: AbortSignal;
}

/** A list that is read page by page, as one array. */
export function listQuery<P extends { nextToken?: string }, R>(
  queryKey: readonly unknown[],
  read: (page: PageRequest) => Promise<{ data: P }>,
  rowsOf: (page: P) => R[],
) {
  return infiniteQueryOptions({
    queryKey: ['settings', ...queryKey],
    queryFn: ({ pageParam, signal }) =>
      read({ query: { limit: PAGE, nextToken: pageParam }, signal }).then(({ data }) => data),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextToken }) => nextToken,
    select: ({ pages }) => pages.flatMap(rowsOf),
  });
}
