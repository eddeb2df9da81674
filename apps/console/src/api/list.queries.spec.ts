// Tests that a list is read on over pages without rows.
import { QueryClient } from '@tanstack/react-query';
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
