// What the pages of imports ask of the API.
import { notifications } from '@mantine/notifications';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query';
import i18next from 'i18next';
import type { ImportSummary, Marketplace } from '#client';
import { api } from '../api/ask.client.ts';
import type { WorkItem } from '../feature/index.ts';
import { partsOf } from './asins.rules.ts';
import { pollAfter, type Bucket } from './progress.rules.ts';

/** Rows of a page of a list. */
const PAGE = 50;
/** Milliseconds between two readings of a list in which something runs. */
const LIST_MS = 10_000;
/** Milliseconds between two looks at what runs: while something does, and while nothing does. */
const BUSY_MS = 5000;
const IDLE_MS = 60_000;
/** Imports that are looked at; what runs is among the newest. */
const NEWEST = 50;

/** What a new import is made of. */
export interface NewImport {
  asins: readonly string[];
  marketplace: Marketplace;
  /** Fetch again even what was imported within a day. */
  refresh: boolean;
  /** The beginning of the Idempotency-Key; each part has its own. */
  key: string;
}

/** The imports of the workspace, newest first. */
export const importsQuery = infiniteQueryOptions({
  queryKey: ['imports', 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.listImports({ query: { limit: PAGE, nextToken: pageParam }, signal }).then(({ data }) => data),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextToken }) => nextToken,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ imports }) => imports.some(({ status }) => status === 'RUNNING')) ? LIST_MS : false,
});

let running = new Set<string>();

/** The imports that run. When one has ended, the page says how. */
export const runningImports: UseQueryOptions<readonly WorkItem[]> = {
  queryKey: ['imports', 'running'],
  queryFn: async ({ signal }) => {
    const { data } = await api.listImports({ query: { limit: NEWEST }, signal });
    const now = data.imports.filter(({ status }) => status === 'RUNNING');
    for (const one of data.imports) if (running.has(one.id) && one.status !== 'RUNNING') void announce(one);
    running = new Set(now.map(({ id }) => id));
    return now.map(({ id, marketplace = '', counts }) => ({
      kind: 'import',
      id,
      name: marketplace,
      to: `/imports/${id}`,
      done: counts.total - counts.importing,
      total: counts.total,
    }));
  },
  refetchInterval: ({ state: { data } }) => (data?.length ? BUSY_MS : IDLE_MS),
};

/** One import; `isFollowed` says that a stream keeps it up to date. */
export const importQuery = (id: string, isFollowed = false) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => api.getImport({ path: { id }, signal }).then(({ data }) => data),
    refetchInterval: ({ state: { data } }) =>
      !isFollowed && data !== undefined && pollAfter(data, Date.now()),
  });

/** The items of one bucket, page by page: an import of a long file lists only its first thousand itself. */
export const itemsQuery = (id: string, status: Bucket, isRunning: boolean) =>
  infiniteQueryOptions({
    queryKey: ['imports', 'items', id, status, isRunning],
    queryFn: ({ pageParam, signal }) =>
      api
        .listImportItems({ path: { id }, query: { limit: PAGE, status, nextToken: pageParam }, signal })
        .then(({ data }) => data),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextToken }) => nextToken,
    refetchInterval: isRunning && LIST_MS,
  });

/** The marketplaces, and which of them have a source. */
export const marketplacesQuery = queryOptions({
  queryKey: ['marketplaces'],
  queryFn: ({ signal }) => api.listMarketplaces({ signal }).then(({ data }) => data.marketplaces),
  staleTime: Infinity,
});

/** The reasons of failures after which the same identifier may succeed. */
export const retryableQuery = queryOptions({
  queryKey: ['errors', 'importItems'],
  queryFn: ({ signal }) => api.listErrors({ signal }).then(({ data }) => data.importItems),
  staleTime: Infinity,
  select: (errors) => new Set(errors.filter(({ retryable }) => retryable).map(({ code }) => code)),
});

/** Starts the imports of identifiers: one of each thousand. Gives their ids. */
export function useCreateImports() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ asins, marketplace, refresh, key }: NewImport) => {
      const ids: string[] = [];
      for (const [part, some] of partsOf(asins).entries()) {
        const body = { asins: some, marketplace, refresh };
        const headers = { 'Idempotency-Key': `${key}.${part}` };
        const { data } = await api.importRetailerProducts({ body, headers });
        if ('id' in data) ids.push(data.id); // it has none only for `validateOnly`
      }
      return ids;
    },
    onSettled: () => readListsAgain(client),
  });
}

/** Tries the failures of an import again; gives the new import. The key is that of its button. */
export function useRetryImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: string) =>
      (await api.retryImport({ path: { id }, headers: { 'Idempotency-Key': key } })).data,
    onSettled: () => readListsAgain(client),
  });
}

/** Ends an import that runs. */
export function useCancelImport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.cancelImport({ path: { id } })).data,
    onSuccess: (state) => {
      client.setQueryData(importQuery(id).queryKey, state);
      return readListsAgain(client);
    },
  });
}

/** Reads the lists again, after an import has begun or ended. */
function readListsAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    queryKey: ['imports'],
    predicate: ({ queryKey }) => queryKey[1] !== 'one',
  });
}

/** Tells the person how an import has ended. */
async function announce({ status, counts }: ImportSummary): Promise<void> {
  await i18next.loadNamespaces('imports');
  notifications.show({
    title: i18next.t(`status.${status}`, { ns: 'imports' }),
    message: i18next.t('ended', { ns: 'imports', success: counts.success, failure: counts.failure }),
  });
}
