// Follows what is decided about the texts of a product, while one of them waits for a review and somebody looks at the page.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedEvent, Product } from '#client';
import { api } from '../../api/ask.client.ts';
import { useStream } from '../../api/use-stream.tsx';
import { productQuery } from '../../reference/records.queries.ts';

/** For how long a product may not know of a decision yet (5 s), and a little more, in milliseconds. */
const SETTLES_MS = 6000;
/** Milliseconds between two readings meanwhile, and between two where there is no stream. */
const SETTLING_MS = 2000;
const ALONE_MS = 5000;

/** A product, read again after each decision about one of its texts. */
export function useFollowedProduct(id: string): UseQueryResult<Product> {
  const [isFollowed, setFollowed] = useState(true);
  const [settledAt, setSettledAt] = useState(() => Date.now() + SETTLES_MS);
  const queries = useQueryClient();
  const query = useQuery({
    ...productQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (waitingOf(data).length === 0) return false;
      if (!isFollowed) return ALONE_MS;
      return Date.now() < settledAt && SETTLING_MS;
    },
  });
  const { queryKey } = productQuery(id);
  useStream(
    waitingOf(query.data).length > 0,
    async (signal) => {
      setSettledAt(Date.now() + SETTLES_MS); // what was decided before the stream began
      const { stream } = await api.followEvents({ query: { types: ['generation.reviewed'] }, signal });
      for await (const { data } of stream) {
        const { subject } = data as FeedEvent;
        if (!waitingOf(queries.getQueryData(queryKey)).includes(subject)) continue;
        setSettledAt(Date.now() + SETTLES_MS);
        await queries.invalidateQueries({ queryKey });
      }
    },
    () => setFollowed(false),
  );
  return query;
}

/** The generations whose texts wait for a review. */
function waitingOf(product: Product | undefined): string[] {
  return (product?.texts ?? []).flatMap(({ state, generationId }) =>
    state === 'PENDING' && generationId ? [generationId] : [],
  );
}
