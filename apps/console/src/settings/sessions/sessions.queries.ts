// What the page of sessions asks of the API.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/ask.client.ts';
import { listQuery } from '../../api/list.queries.ts';

/** The sessions of the account, newest first. */
export const sessionsQuery = listQuery(
  ['settings', 'sessions'],
  (page) => api.listSessions(page),
  ({ sessions }) => sessions,
);

/** Ends the session with an id, or all but this one. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: { id: string } | 'others'): Promise<void> => {
      if (which === 'others') await api.endOtherSessions();
      else await api.endSession({ path: which });
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
