// What the page of members asks of the API.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Member, MemberRequest, Role } from '#client';
import { api } from '../../api/ask.client.ts';
import { listQuery } from '../../api/list.queries.ts';
import { keep, signOut } from '../../api/session.state.ts';

/** The members of a workspace, the last joined first. */
export const membersQuery = (id: string) =>
  listQuery(
    ['settings', 'members', id],
    (page) => api.listMembers({ path: { id }, ...page }),
    ({ members }) => members,
  );

/** Adds an existing account. */
export function useAddMember(workspaceId: string) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ body, key }: { body: MemberRequest; key: string }): Promise<Member> =>
      (await api.addMember({ path: { id: workspaceId }, body, headers: { 'Idempotency-Key': key } })).data,
    onSettled: readAgain,
  });
}

/** Gives a member another role. Who changes the own role sees less, or more, at once. */
export function useChangeRole(workspaceId: string) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ accountId, role }: { accountId: string; role: Role }): Promise<void> => {
      await api.updateMember({ path: { id: workspaceId, accountId }, body: { role } });
      keep((await api.getAccount()).data);
    },
    onSettled: readAgain,
  });
}

/** Takes a member away. Who leaves is signed out, because the session was for this workspace. */
export function useRemoveMember(workspaceId: string, ownId: string | undefined) {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async (accountId: string): Promise<void> => {
      await api.removeMember({ path: { id: workspaceId, accountId } });
      if (accountId === ownId) await signOut();
    },
    onSettled: readAgain,
  });
}

function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['settings', 'members'] });
}
