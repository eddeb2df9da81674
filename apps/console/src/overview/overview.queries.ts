// What the overview asks of the API: each minute what may change, and once what does not.
import { queryOptions, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ProductCount, StatisticsPoint } from '#client';
import { api } from '../api/ask.client.ts';
import { useRole } from '../api/use-session.tsx';
import type { ProductSearch } from '../reference/product-search.rules.ts';
import { productCountQuery } from '../reference/records.queries.ts';
import { pointsOf } from '../reference/statistics.queries.ts';
import { applicationsQuery, errorsQuery } from '../reference/reference.queries.ts';
import type { Group } from './overview-search.rules.ts';
import { rangesOf, type Range } from './statistics.rules.ts';

const MINUTE = 60_000;
/** Most entries that a list gives at a time. */
export const MOST = 100;

/** How often the figures are read, while somebody looks at them. */
const EACH_MINUTE = { staleTime: MINUTE, refetchInterval: MINUTE };

/** A day that is over does not change. */
const NEVER_AGAIN = { staleTime: Infinity };

type By = Group | 'errorCode';

/** Points of a range. */
const statisticsQuery = (by: By, range: Range, isOver: boolean) =>
  queryOptions({
    queryKey: ['statistics', by, range],
    queryFn: ({ signal }) => pointsOf(by, range, signal),
    ...(isOver ? NEVER_AGAIN : EACH_MINUTE),
  });

/** What was read, or why it was not. */
interface Answer<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => void;
}

/** The points of so many days until today, told apart by a value, with the ranges that they are in. */
export function useStatistics(
  by: By,
  days: number,
  enabled = true,
): Answer<StatisticsPoint[]> & { ranges: Range[] } {
  const ranges = rangesOf(days);
  const answer = useQueries({
    queries: ranges.map((range, place) => ({ ...statisticsQuery(by, range, place > 0), enabled })),
    combine: together,
  });
  return { ...answer, data: answer.data?.flat(), ranges };
}

/** How many products the filters choose. */
const countQuery = (search: ProductSearch) => ({ ...productCountQuery(search), ...EACH_MINUTE });

/** How many products the workspace has. */
export const allProductsQuery = countQuery({});

/** How many products have a stale text, of each application that writes one into products. */
export function useStaleTexts(): Answer<{ id: string; name: string; count: ProductCount }[]> {
  const applications = useQuery(applicationsQuery);
  const writers = applications.data?.filter(({ target }) => target !== undefined) ?? [];
  const counts = useQueries({
    queries: writers.map(({ id }) => countQuery({ texts: 'stale', application: id })),
    combine: together,
  });
  const { data } = counts;
  return {
    data:
      applications.data &&
      data &&
      writers.flatMap(({ id, name }, place) => {
        const count = data[place];
        return count ? [{ id, name, count }] : [];
      }),
    error: applications.error ?? counts.error,
    refetch: () => {
      void applications.refetch();
      counts.refetch();
    },
  };
}

/** How many results wait for a review, at most 100. */
export const waitingQuery = queryOptions({
  queryKey: ['overview', 'waiting'],
  queryFn: async ({ signal }) =>
    (await api.listGenerations({ query: { review: 'PENDING', limit: MOST }, signal })).data.generations
      .length,
  ...EACH_MINUTE,
});

/** How many webhooks the service has disabled; only owners see webhooks. */
export function useDisabledWebhooks(): UseQueryResult<number> {
  const isOwner = useRole() === 'owner';
  return useQuery({
    queryKey: ['overview', 'disabled-webhooks'],
    queryFn: async ({ signal }) =>
      (await api.listWebhooks({ query: { limit: MOST }, signal })).data.webhooks.filter(
        ({ disabledReason }) => disabledReason !== undefined,
      ).length,
    enabled: isOwner,
    ...EACH_MINUTE,
  });
}

/** Whether the workspace has a generation that ended so. */
const anyGenerationQuery = (query: { status: 'SUCCESS' } | { review: 'ACCEPTED' }) =>
  queryOptions({
    queryKey: ['overview', 'any', query],
    queryFn: async ({ signal }) =>
      (await api.listGenerations({ query: { ...query, limit: 1 }, signal })).data.generations.length > 0,
    // What was done once stays done.
    staleTime: ({ state: { data } }) => (data ? Infinity : MINUTE),
    refetchInterval: ({ state: { data } }) => (data ? false : MINUTE),
  });
export const writtenQuery = anyGenerationQuery({ status: 'SUCCESS' });
export const acceptedQuery = anyGenerationQuery({ review: 'ACCEPTED' });

/** Whether everything above the daily figures has been answered, with data or with an error. */
export function useIsAnswered(days: number): boolean {
  const webhooks = useDisabledWebhooks();
  const asked = [
    useQuery(allProductsQuery),
    useQuery(writtenQuery),
    useQuery(acceptedQuery),
    useQuery(waitingQuery),
    useQuery(errorsQuery),
    useStaleTexts(),
    useStatistics('errorCode', days),
    useStatistics('model', days),
    ...(webhooks.isEnabled ? [webhooks] : []),
  ];
  return asked.every(({ data, error }) => data !== undefined || error !== null);
}

/** Several answers as one; `data` once all are there. */
function together<T>(results: readonly UseQueryResult<T>[]): Answer<T[]> {
  const data = results.map((result) => result.data).filter((one) => one !== undefined);
  return {
    data: data.length === results.length ? data : undefined,
    error: results.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
  };
}
