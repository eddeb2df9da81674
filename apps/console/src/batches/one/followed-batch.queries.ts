// Follows a batch by its stream of events, as long as somebody looks at it.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch } from '#client';
import { api } from '../../api/ask.client.ts';
import { useStream } from '../../api/use-stream.tsx';
import { batchQuery, keepBatch } from '../batches.queries.ts';

/** A batch, kept up to date to its end: by its stream, and by asking again when there is none. */
export function useFollowedBatch(id: string): UseQueryResult<Batch> {
  const [isFollowed, setFollowed] = useState(true);
  const queries = useQueryClient();
  const query = useQuery(batchQuery(id, isFollowed));
  useStream(
    query.data?.status === 'RUNNING',
    async (signal) => {
      const { stream } = await api.followBatch({ path: { id }, signal });
      for await (const { event, data } of stream as AsyncIterable<{ event: string; data: unknown }>) {
        if (event === 'batch.completed') keepBatch(queries, data as Batch);
        else
          queries.setQueryData(batchQuery(id).queryKey, (state) => state && { ...state, ...(data as Batch) });
      }
    },
    () => setFollowed(false),
  );
  return query;
}
