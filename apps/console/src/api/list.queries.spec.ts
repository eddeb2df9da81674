// Tests that a list is read on over pages without rows, and which lists follow by themselves what runs.
import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { listQuery } from './list.queries.ts';

it('a page without rows is followed by the next that has some, or by the end', async () => {
  const pages: Record<string, { rows: number[]; nextToken?: string }> = {
    first: { rows: [], nextToken: 'second' },
    second: { rows: [], nextToken: 'third' },
    third: { rows: [1, 2], nextToken: 'fourth' },
    fourth: { rows: [] },
  };
  const list = listQuery(
    ['list'],
    ({ query: { nextToken = 'first' } }) => Promise.resolve({ data: pages[nextToken] ?? { rows: [] } }),
    ({ rows }) => rows,
  );
  const { pages: read } = await new QueryClient().fetchInfiniteQuery({ ...list, pages: 2 });
  expect(read).toEqual([pages['third'], pages['fourth']]);
});

it('a list of one page is read again by itself, a longer one is not: that would ask for each of its pages', async () => {
  interface Page {
    rows: number[];
    nextToken: string;
  }
  const list = listQuery(
    ['list'],
    ({ query: { nextToken = '0' } }): Promise<{ data: Page }> =>
      Promise.resolve({ data: { rows: [Number(nextToken)], nextToken: String(Number(nextToken) + 1) } }),
    ({ rows }) => rows,
    (rows) => rows.length > 0 && 1000,
  );
  const queries = new QueryClient();
  const interval = async (pages: number): Promise<unknown> => {
    await queries.fetchInfiniteQuery({ ...list, pages });
    const query = queries
      .getQueryCache()
      .find<Page, Error, InfiniteData<Page, string | undefined>>({ queryKey: list.queryKey });
    return typeof list.refetchInterval === 'function' && query && list.refetchInterval(query);
  };
  await expect(interval(1)).resolves.toBe(1000);
  await expect(interval(2)).resolves.toBe(false);
});
