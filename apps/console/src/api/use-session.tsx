// The session for what is shown.
import { useSyncExternalStore } from 'react';
import type { Role, Workspace } from '#client';
import { current, watch, type Session } from './session.state.ts';

/** The session, also after it has changed. */
export function useSession(): Session {
  return useSyncExternalStore(watch, current);
}

/** The workspace of the session; undefined until somebody is signed in. */
export function useWorkspace(): Workspace | undefined {
  const { account } = useSession();
  return account?.workspaces.find(({ id }) => id === account.currentWorkspaceId);
}

/** The role of the person in the workspace of the session; what it may not do is not shown. */
export function useRole(): Role {
  return useWorkspace()?.role ?? 'viewer';
}

/** Whether the person may change what the workspace has; viewers may not. */
export function useMayWrite(): boolean {
  return useRole() !== 'viewer';
}
