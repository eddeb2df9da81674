// What the page of sessions asks of the API.
import { api } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
import { listQuery } from '../../api/list.queries.ts';

/** The sessions of the account, newest first. */
export const sessionsQuery = listQuery(
  ['settings', 'sessions'],
  (page) => api.listSessions(page),
  ({ sessions }) => sessions,
);

/** Ends the session with an id, or all but this one. */
export const useEndSessions = () =>
  useChange(
    (which: { id: string } | 'others') =>
      which === 'others' ? api.endOtherSessions() : api.endSession({ path: which }),
    { again: sessionsQuery.queryKey },
  );
