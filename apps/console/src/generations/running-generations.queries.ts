// The generations that run and that a person waits for; those of batches are shown with their batch.
import { api } from '../api/ask.client.ts';
import { generationTitle } from '../form/writing/use-application-name.tsx';
import { runningWork } from '../page/index.ts';

const IDLE_MS = 30_000;
/** The quota of a workspace: so many generations run at most. */
const QUOTA = 100;

export const runningGenerations = runningWork({
  kind: 'generation',
  area: 'generations',
  idleMs: IDLE_MS,
  read: async (signal) => {
    const query = { status: 'RUNNING', manual: true, limit: QUOTA } as const;
    return (await api.listGenerations({ query, signal })).data.generations;
  },
  describe: (generation) => ({ name: generationTitle(generation) }),
});
