// The session for what is shown.
import { useSyncExternalStore } from 'react';
import type { Role } from '#client';
import { current, watch, type Session } from './session.state.ts';

/** The session, also after it has changed. */
export function useSession(): Session {
  return useSyncExternalStore(watch, current);
}

/** The role of the person in the workspace of the session; what it may not do is not shown. */
export function useRole(): Role {
  const { account } = useSession();
  return account?.workspaces.find(({ id }) => id === account.currentWorkspaceId)?.role ?? 'viewer';
}
