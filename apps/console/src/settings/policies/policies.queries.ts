// What the page of policies asks of the API.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Policy, PolicyDefinition } from '#client';
import { api } from '../../api/ask.client.ts';
import { listQuery } from '../../api/list.queries.ts';
import type { PolicySearch } from '../settings-search.rules.ts';
import { patchOf } from './policy-draft.rules.ts';

/** The policies that hold at a place: the built-in ones, or those of the workspace, the newest first. */
export const policiesQuery = (place: PolicySearch, builtIn: boolean) =>
  listQuery(
    ['settings', 'policies', place, builtIn],
    ({ query, signal }) => api.listPolicies({ query: { ...query, ...place, builtIn }, signal }),
    ({ policies }) => policies,
  );

/** Creates a policy, or changes the one that is given. The same key makes it once, however often it is sent. */
export function useSavePolicy(policy: Policy | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, key }: { body: PolicyDefinition; key: string }): Promise<void> => {
      if (policy) await api.updatePolicy({ path: { id: policy.id }, body: patchOf(body) });
      else await api.createPolicy({ body, headers: { 'Idempotency-Key': key } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['settings', 'policies'] }),
  });
}

/** Deletes a policy of the workspace. */
export function useDeletePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Policy): Promise<void> => void (await api.deletePolicy({ path: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['settings', 'policies'] }),
  });
}
