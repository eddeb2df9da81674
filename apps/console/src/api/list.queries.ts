// How lists are read: page by page, as one array.
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';

/** Rows of a page of a list. */
const PAGE = 50;

/** What a page of a list is asked for with. */
interface PageRequest {
  query: { limit: number; nextToken: string | undefined };
  signal: AbortSignal;
}

/**
 * A list that is read page by page, as one array. `pollAfter` gives the milliseconds after which it is read again, by its
 * rows; false for never. One of several pages is not read again by itself: each page would be asked for after the one before,
 * and rows would move far from where somebody is in it. It is when they come back to the page.
 */
export function listQuery<P extends { nextToken?: string }, R>(
  queryKey: readonly unknown[],
  read: (page: PageRequest) => Promise<{ data: P }>,
  rowsOf: (page: P) => R[],
  pollAfter: (rows: readonly R[]) => number | false = () => false,
) {
  const allOf = ({ pages }: InfiniteData<P>): R[] => pages.flatMap(rowsOf);
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const pageAt = async (nextToken: string | undefined): Promise<P> =>
        (await read({ query: { limit: PAGE, nextToken }, signal })).data;
      let page = await pageAt(pageParam);
      // A page without rows may have others behind it.
      while (rowsOf(page).length === 0 && page.nextToken !== undefined) page = await pageAt(page.nextToken);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextToken }) => nextToken,
    select: allOf,
    refetchInterval: ({ state: { data } }) => data?.pages.length === 1 && pollAfter(allOf(data)),
  });
}
