// What the page of API keys asks of the API.
import type { ApiKey, ApiKeyRequest } from '#client';
import { api, BASE_URL } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
import { listQuery } from '../../api/list.queries.ts';

/** The keys of the account in all its workspaces, or for an owner those of all members of a workspace; newest first. */
export const keysQuery = (workspaceId: string | undefined) =>
  listQuery(
    ['settings', 'keys', workspaceId],
    (page) =>
      workspaceId === undefined
        ? api.listApiKeys(page)
        : api.listWorkspaceApiKeys({ path: { id: workspaceId }, ...page }),
    ({ keys }) => keys,
  );

/** All of them. */
export const KEYS = ['settings', 'keys'];

/** Creates a key; the answer has the secret. */
export const useCreateKey = () =>
  useChange(
    ({ body, key }: { body: ApiKeyRequest; key: string }) =>
      api.createApiKey({ body, headers: { 'Idempotency-Key': key } }),
    { again: KEYS, isSecret: true },
  );

/** Ends a key: one's own, or that of another member of the workspace. */
export const revokeKey = ({ id, workspaceId }: ApiKey, isOwn: boolean) =>
  isOwn
    ? api.deleteApiKey({ path: { id } })
    : api.deleteWorkspaceApiKey({ path: { id: workspaceId, keyId: id } });

/** A line for a terminal that asks the API with a key. */
export function exampleCall(key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' ${BASE_URL}/products`;
}
