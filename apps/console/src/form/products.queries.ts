// Asks the API for products that a form can be about.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/ask.client.ts';

/** Products that a search offers. */
const OFFERED = 20;

/** One product as it stands now. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: async ({ signal }) => (await api.getProduct({ path: { id }, signal })).data,
  });
}

/** Products with these words, or the newest ones. */
export function offeredProductsQuery(words: string) {
  const q = words.trim() === '' ? {} : { q: words.trim().slice(0, 200) };
  return queryOptions({
    queryKey: ['products', 'offered', q],
    queryFn: async ({ signal }) =>
      (await api.listProducts({ query: { ...q, limit: OFFERED }, signal })).data.products,
  });
}
