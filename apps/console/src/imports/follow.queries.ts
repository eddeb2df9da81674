// Follows an import by its stream of events, as long as somebody looks at it.
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Import, ImportItem } from '#client';
import { api } from '../api/ask.client.ts';
import { importQuery } from './imports.queries.ts';
import { withSettled } from './progress.rules.ts';

/** An import, kept up to date to its end: by its stream, and by asking again when there is none. */
export function useFollowedImport(id: string): UseQueryResult<Import> {
  const [isFollowed, setFollowed] = useState(true);
  const client = useQueryClient();
  const query = useQuery(importQuery(id, isFollowed));
  const isVisible = useDocumentVisibility() === 'visible';
  const isRunning = query.data?.status === 'RUNNING';
  useEffect(() => {
    if (!isRunning || !isVisible) return;
    const { queryKey } = importQuery(id);
    const change = (next: Import | ((state: Import) => Import)): void =>
      void client.setQueryData(queryKey, (state) =>
        typeof next === 'function' ? state && next(state) : next,
      );
    const leave = new AbortController();
    follow(id, change, leave.signal)
      .then(() => client.invalidateQueries({ queryKey: ['imports'] })) // how it ended
      .catch(() => setFollowed(leave.signal.aborted));
    return () => leave.abort();
  }, [id, isRunning, isVisible, client]);
  return query;
}

/** Reads the stream of an import to its end. */
async function follow(
  id: string,
  change: (next: Import | ((state: Import) => Import)) => void,
  signal: AbortSignal,
): Promise<void> {
  const { stream } = await api.followImport({ path: { id }, signal });
  let settled: ImportItem[] = [];
  for await (const { event, data } of stream as AsyncIterable<{ event: string; data: unknown }>) {
    if (event === 'import.snapshot') change(data as Import);
    if (event === 'import.item') settled.push(data as ImportItem);
    if (event !== 'import.progress') continue;
    const some = settled;
    settled = [];
    change((state) => withSettled(state, some, (data as Pick<Import, 'counts'>).counts));
  }
}
