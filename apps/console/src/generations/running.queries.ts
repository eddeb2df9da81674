// Reads the generations that run and that a person waits for: for the header of every page.
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../api/ask.client.ts';
import type { WorkItem } from '../page/index.ts';
import { generationTitle } from '../form/writing/use-application-name.tsx';

/** The quota of a workspace: so many generations run at most. */
const QUOTA = 100;
/** Time between two reads, in milliseconds: while something runs, and while nothing does. */
const BUSY_MS = 5000;
const IDLE_MS = 30_000;

/** The generations in progress; those of batches are shown with their batch. */
export const runningWork: UseQueryOptions<readonly WorkItem[]> = {
  queryKey: ['generations', 'running'],
  queryFn: async ({ signal }): Promise<readonly WorkItem[]> => {
    const query = { status: 'RUNNING', manual: true, limit: QUOTA } as const;
    const { data } = await api.listGenerations({ query, signal });
    return data.generations.map((generation) => ({
      kind: 'generation',
      id: generation.id,
      name: generationTitle(generation),
      to: `/generations/${generation.id}`,
    }));
  },
  refetchInterval: ({ state }) => (state.data?.length ? BUSY_MS : IDLE_MS),
};
