// What the page of members asks of the API.
import type { MemberPatch } from '#client';
import { api } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
import { listQuery } from '../../api/list.queries.ts';
import { beginAnew, keep } from '../../api/session.state.ts';

/** The members of a workspace, the last joined first. */
export const membersQuery = (id: string) =>
  listQuery(
    ['settings', 'members', id],
    (page) => api.listMembers({ path: { id }, ...page }),
    ({ members }) => members,
  );

/** Gives a member another role. Who changes the own role sees less, or more, at once. */
export const useChangeRole = (path: { id: string; accountId: string }) =>
  useChange(
    async ({ body }: { body: MemberPatch }) => {
      const answer = await api.updateMember({ path, body });
      keep((await api.getAccount()).data);
      return answer;
    },
    { again: ['settings'] },
  );

/** Takes a member away. Who leaves goes on in another workspace. */
export async function removeMember(path: { id: string; accountId: string }, isOwn: boolean) {
  const answer = await api.removeMember({ path });
  return isOwn ? beginAnew() : answer;
}

/** Makes the person the one who holds the workspace. */
export const holdWorkspace = (id: string) => api.holdWorkspace({ path: { id } });
