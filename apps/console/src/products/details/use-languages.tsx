// The languages in which the texts of a product may be.
import { useQuery } from '@tanstack/react-query';
import type { Product } from '#client';
import { marketplacesQuery } from '../../reference/reference.queries.ts';

/** BCP 47 tags, those of its marketplace; undefined for a product of no marketplace. */
export function useLanguages(product: Product): readonly string[] | undefined {
  const { data } = useQuery(marketplacesQuery);
  if (product.genre !== 'Retailer') return undefined;
  return data?.find(({ code }) => code === product.marketplace)?.languages;
}
