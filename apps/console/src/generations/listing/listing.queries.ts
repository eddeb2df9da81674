// What listings ask of the API besides what all generations do.
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CheckRequest, GenerationCheck } from '#client';
import { api } from '../../api/ask.client.ts';
import { checkText } from '../generations.queries.ts';
import { LISTING } from './listing.rules.ts';

/** Time without a key after which what a person writes is checked, in milliseconds. */
const TYPED_MS = 600;

/**
 * The id of the newest listing of a product; null when there is none. The answer stays while the page is open, so that nothing
 * changes under a person's hand, and is forgotten with it.
 */
export function newestListingQuery(productId: string) {
  return queryOptions({
    queryKey: ['generations', 'list', 'newest-listing', productId],
    queryFn: async ({ signal }) => {
      const query = { productId, applicationId: LISTING, limit: 1 };
      return (await api.listGenerations({ query, signal })).data.generations[0]?.id ?? null;
    },
    staleTime: 'static',
    gcTime: 0,
  });
}

/** How the check of a text stands that is being written. */
export interface LiveCheck {
  /** Undefined until the text as it stands has been checked. */
  checks: GenerationCheck[] | undefined;
  error: Error | null;
}

/** Checks a text each time that the person pauses; nothing without a text. */
export function useLiveCheck(body: CheckRequest | undefined): LiveCheck {
  const [paused] = useDebouncedValue(body && JSON.stringify(body), TYPED_MS);
  const { data, error } = useQuery({
    queryKey: ['checks', paused],
    queryFn: ({ signal }) => checkText(JSON.parse(paused ?? '') as CheckRequest, signal),
    enabled: paused !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isCurrent = paused !== undefined && body !== undefined && paused === JSON.stringify(body);
  return { checks: isCurrent ? data : undefined, error: isCurrent ? error : null };
}
