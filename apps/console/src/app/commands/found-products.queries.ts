// Asks for the products that a person looks for.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/ask.client.ts';

/** Most products that are offered. */
const MOST = 6;

/** The products that fit a text best; none without a letter or a digit. */
export function foundProductsQuery(text: string) {
  return queryOptions({
    queryKey: ['go-to', 'products', text],
    queryFn: async ({ signal }) =>
      (await api.listProducts({ query: { q: text, limit: MOST }, signal })).data.products,
    enabled: /[\p{L}\p{N}]/u.test(text),
  });
}
