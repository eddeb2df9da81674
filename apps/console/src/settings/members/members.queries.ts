// What the page of members asks of the API.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '#client';
import { api } from '../../api/ask.client.ts';
import { listQuery } from '../../api/list.queries.ts';
import { beginAnew, keep } from '../../api/session.state.ts';
import { workspaceQuery } from '../workspace/workspace.queries.ts';

/** The members of a workspace, the last joined first. */
export const membersQuery = (id: string) =>
  listQuery(
    ['settings', 'members', id],
    (page) => api.listMembers({ path: { id }, ...page }),
    ({ members }) => members,
  );

/** Gives a member another role. Who changes the own role sees less, or more, at once. */
export function useChangeRole(workspaceId: string) {
  const readAgain = useReadAgain(workspaceId);
  return useMutation({
    mutationFn: async ({ accountId, role }: { accountId: string; role: Role }): Promise<void> => {
      await api.updateMember({ path: { id: workspaceId, accountId }, body: { role } });
      keep((await api.getAccount()).data);
    },
    onSettled: readAgain,
  });
}

/** Takes a member away. Who leaves goes on in another workspace. */
export function useRemoveMember(workspaceId: string, ownId: string | undefined) {
  const readAgain = useReadAgain(workspaceId);
  return useMutation({
    mutationFn: async (accountId: string): Promise<void> => {
      await api.removeMember({ path: { id: workspaceId, accountId } });
      if (accountId === ownId) return beginAnew();
      await readAgain();
    },
    onError: readAgain,
  });
}

/** Makes the person the one who holds the workspace. */
export function useHoldWorkspace(id: string) {
  const readAgain = useReadAgain(id);
  return useMutation({
    mutationFn: async (): Promise<void> => {
      await api.holdWorkspace({ path: { id } });
    },
    onSettled: readAgain,
  });
}

/** Reads the members and the holder again. */
function useReadAgain(id: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [membersQuery(id), workspaceQuery(id)].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    );
  };
}
