// What the page of API keys asks of the API.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey, ApiKeyRequest } from '#client';
import { api, BASE_URL } from '../../api/ask.client.ts';
import { listQuery } from '../../api/list.queries.ts';

/** The keys of the account in all its workspaces, newest first. */
export const ownKeysQuery = listQuery(
  ['settings', 'keys', 'own'],
  (page) => api.listApiKeys(page),
  ({ keys }) => keys,
);

/** The keys of all members of a workspace, newest first; for its owners. */
export const workspaceKeysQuery = (id: string) =>
  listQuery(
    ['settings', 'keys', id],
    (page) => api.listWorkspaceApiKeys({ path: { id }, ...page }),
    ({ keys }) => keys,
  );

/** Creates a key; the answer has the secret, and is gone as soon as nobody looks at it. */
export function useCreateKey() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: async ({ body, key }: { body: ApiKeyRequest; key: string }) =>
      (await api.createApiKey({ body, headers: { 'Idempotency-Key': key } })).data,
    onSettled: () => client.invalidateQueries({ queryKey: ['settings', 'keys'] }),
  });
}

/** Ends a key: one's own, or that of another member of the workspace. */
export function useRevokeKey(accountId: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: ApiKey): Promise<void> => {
      if (key.accountId === accountId) await api.deleteApiKey({ path: { id: key.id } });
      else await api.deleteWorkspaceApiKey({ path: { id: key.workspaceId, keyId: key.id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['settings', 'keys'] }),
  });
}

/** A line for a terminal that asks the API with a key. */
export function exampleCall(key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' ${BASE_URL}/products`;
}
