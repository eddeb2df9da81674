// Asks for single records that pages of several features show. A page that has to know of changes reads them again by its own rule.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../api/ask.client.ts';
import { present } from '../api/present.rules.ts';
import { apiFiltersOf, MOST_TEXT, type ProductSearch } from './product-search.rules.ts';

/** One product. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: async ({ signal }) => (await api.getProduct({ path: { id }, signal })).data,
  });
}

/** How many products the filters choose. */
export function productCountQuery(search: ProductSearch) {
  const query = apiFiltersOf(search);
  return queryOptions({
    queryKey: ['products', 'count', query],
    queryFn: async ({ signal }) => (await api.countProducts({ query, signal })).data,
  });
}

/** The products that fit some words best, at most `limit`; without words the newest ones. */
export function productsWithQuery(words: string, limit: number) {
  const query = present({ q: words.trim().slice(0, MOST_TEXT) || undefined, limit });
  return queryOptions({
    queryKey: ['products', 'offered', query],
    queryFn: async ({ signal }) => (await api.listProducts({ query, signal })).data.products,
  });
}

/** One import. */
export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: async ({ signal }) => (await api.getImport({ path: { id }, signal })).data,
  });
}

/** One generation. */
export function generationQuery(id: string) {
  return queryOptions({
    queryKey: ['generations', 'one', id],
    queryFn: async ({ signal }) => (await api.getGeneration({ path: { id }, signal })).data,
  });
}

/** One document. */
export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: async ({ signal }) => (await api.getDocument({ path: { id }, signal })).data,
  });
}

/** An application at a version, by default the latest. */
export function applicationQuery(id: string, version?: number) {
  return queryOptions({
    queryKey: ['applications', 'one', id, version ?? 'latest'],
    queryFn: async ({ signal }) =>
      (await api.getApplication({ path: { id }, query: present({ version }), signal })).data,
  });
}

/** Lets all that shows products be read anew when it is opened next: now, rows would move under somebody's hand. */
export function productsChanged(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ['products'], refetchType: 'none' });
}

/** Lets what shows imports know of one that was begun; one of few products may already have ended when that is read. */
export async function importBegun(queries: QueryClient): Promise<void> {
  await productsChanged(queries);
  await queries.invalidateQueries({ queryKey: ['imports'] });
}
