// The marketplaces as a choice.
import { useQuery } from '@tanstack/react-query';
import type { Marketplace } from '#client';
import { marketplacesQuery } from '../reference/reference.queries.ts';

/** Each with its host; none until they are known. */
export function useMarketplaceOptions(): { value: Marketplace; label: string }[] {
  const { data = [] } = useQuery(marketplacesQuery);
  return data.map(({ code, host }) => ({ value: code, label: `${code} · ${host}` }));
}
