// Follows an import by its stream of events, as long as somebody looks at it.
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, ImportItem } from '#client';
import { api } from '../api/ask.client.ts';
import { useStream } from '../api/use-stream.tsx';
import { importQuery } from '../reference/records.queries.ts';
import { shownImportQuery } from './imports.queries.ts';
import { withSettled } from './import-progress.rules.ts';

/** An import, kept up to date to its end: by its stream, and by asking again, more often when there is none. */
export function useFollowedImport(id: string): UseQueryResult<Import> {
  const [isFollowed, setFollowed] = useState(true);
  const client = useQueryClient();
  const query = useQuery(shownImportQuery(id, isFollowed));
  const { queryKey } = importQuery(id);
  const change = (next: Import | ((state: Import) => Import)): void =>
    void client.setQueryData(queryKey, (state) => (typeof next === 'function' ? state && next(state) : next));
  useStream(
    query.data?.status === 'RUNNING',
    async (signal) => {
      await follow(id, change, signal);
      await client.invalidateQueries({ queryKey: ['imports'] }); // how it ended
    },
    () => setFollowed(false),
  );
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
