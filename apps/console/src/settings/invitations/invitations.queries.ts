// What is asked of the API about invitations: by owners who invite, and by the person who joins.
import { useMutation } from '@tanstack/react-query';
import type { InvitationRequest } from '#client';
import { api } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
import { listQuery } from '../../api/list.queries.ts';
import { enterWorkspace } from '../../api/session.state.ts';

/** The page on which a code is entered. */
export const JOIN_PAGE = `${location.origin}${import.meta.env.BASE_URL}join`;

/** The open invitations to a workspace, newest first. */
export const invitationsQuery = (id: string) =>
  listQuery(
    ['settings', 'invitations', id],
    (page) => api.listInvitations({ path: { id }, ...page }),
    ({ invitations }) => invitations,
  );

/** Invites a person; the answer has the code. */
export const useInvite = (id: string) =>
  useChange(
    ({ body, key }: { body: InvitationRequest; key: string }) =>
      api.createInvitation({ path: { id }, body, headers: { 'Idempotency-Key': key } }),
    { again: invitationsQuery(id).queryKey, isSecret: true },
  );

/** Takes an invitation back. */
export const useTakeBack = (id: string) =>
  useChange((invitationId: string) => api.deleteInvitation({ path: { id, invitationId } }), {
    again: invitationsQuery(id).queryKey,
  });

/** Accepts the invitation with a code. */
export function useAccept() {
  return useMutation({
    gcTime: 0,
    mutationFn: async (code: string) => (await api.acceptInvitation({ body: { code } })).data,
  });
}

/** Goes on in a workspace: apart from the acceptance, because a code is good for one. */
export function useEnter() {
  return useMutation({ mutationFn: enterWorkspace });
}
