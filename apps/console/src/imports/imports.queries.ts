// What the pages of imports ask of the API.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { each, type Import, type ImportItem, type Marketplace } from '#client';
import { api } from '../api/ask.client.ts';
import { useChange } from '../api/change.queries.ts';
import { listQuery } from '../api/list.queries.ts';
import { importQuery, productsChanged } from '../reference/records.queries.ts';
import { errorsQuery } from '../reference/reference.queries.ts';
import { splitIntoImports } from './new/asins.rules.ts';
import { importFiltersOf, type ImportSearch } from './import-search.rules.ts';
import { pollAfter, type Bucket } from './import-progress.rules.ts';

/** Most rows that a page may have. */
const MOST = 100;
/** Milliseconds between two readings of a list in which something runs, and of an import beside its stream. */
const LIST_MS = 10_000;

/** What a new import is made of. */
export interface NewImport {
  asins: readonly string[];
  marketplace: Marketplace;
  /** Fetch again even what was imported within a day. */
  refresh: boolean;
  /** The beginning of the Idempotency-Key; each part has its own. */
  key: string;
}

/** The imports that the filters choose, newest first. */
export const importsQuery = (search: ImportSearch) => {
  const filters = importFiltersOf(search);
  return listQuery(
    ['imports', 'list', filters],
    ({ query, signal }) => api.listImports({ query: { ...query, ...filters }, signal }),
    ({ imports }) => imports,
    (imports) => imports.some(({ status }) => status === 'RUNNING') && LIST_MS,
  );
};

/** One import, read again until it has ended; `isFollowed` says that a stream keeps it up to date. */
export const shownImportQuery = (id: string, isFollowed: boolean) =>
  queryOptions({
    ...importQuery(id),
    // A stream may stay silent without an error: behind something that keeps it back, or after the machine slept.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'RUNNING' && (isFollowed ? LIST_MS : pollAfter(data, Date.now())),
  });

/** The items of one bucket: an import of a long file lists only its first thousand itself. */
export const itemsQuery = (id: string, status: Bucket, isRunning: boolean) =>
  listQuery(
    ['imports', 'items', id, status, isRunning],
    ({ query, signal }) => api.listImportItems({ path: { id }, query: { ...query, status }, signal }),
    ({ items }) => items,
    () => isRunning && LIST_MS,
  );

/** All items of one bucket. An import of a long file lists only its first thousand itself. */
export async function allItems({ id, items, counts }: Import, status: Bucket): Promise<ImportItem[]> {
  if (counts.total <= items.length) return items.filter((item) => item.status === status);
  const all: ImportItem[] = [];
  const pages = each((nextToken) =>
    api.listImportItems({ path: { id }, query: { limit: MOST, status, nextToken } }),
  );
  for await (const item of pages) all.push(item);
  return all;
}

/** The reasons of failures after which the same identifier may succeed. */
export const retryableQuery = queryOptions({
  ...errorsQuery,
  select: ({ importItems }) =>
    new Set(importItems.filter(({ retryable }) => retryable).map(({ code }) => code)),
});

/** Starts the imports of identifiers: one of each thousand. Gives their ids. */
export const useCreateImports = () => {
  const queries = useQueryClient();
  return useChange(
    async ({ asins, marketplace, refresh, key }: NewImport) => {
      const ids: string[] = [];
      for (const [part, some] of splitIntoImports(asins).entries()) {
        const body = { asins: some, marketplace, refresh };
        const headers = { 'Idempotency-Key': `${key}.${part}` };
        const { data } = await api.importRetailerProducts({ body, headers });
        if ('id' in data) ids.push(data.id); // it has none only for `validateOnly`
      }
      return { data: ids };
    },
    { again: ['imports'], onDone: () => productsChanged(queries) },
  );
};

/** Tries the failures of an import again; gives the new import. The key is that of its button. */
export const useRetryImport = (id: string) => {
  const queries = useQueryClient();
  return useChange((key: string) => api.retryImport({ path: { id }, headers: { 'Idempotency-Key': key } }), {
    again: ['imports'],
    onDone: () => productsChanged(queries),
  });
};

/** Ends an import that runs. */
export const useCancelImport = (id: string) =>
  useChange(() => api.cancelImport({ path: { id } }), { again: ['imports'] });
