// What the page of policies asks of the API.
import type { Policy, PolicyDefinition } from '#client';
import { api } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
import { listQuery } from '../../api/list.queries.ts';
import { isEmpty } from '../../api/present.rules.ts';
import type { PolicySearch } from '../settings-search.rules.ts';
import { patchOf } from './policy-draft.rules.ts';

/** All that is read of them, also the limits by which texts are counted where one writes. */
export const POLICIES = ['policies'];

/** The policies that hold at a place: the built-in ones, or those of the workspace, the newest first. */
export const policiesQuery = (place: PolicySearch, builtIn: boolean) =>
  listQuery(
    [...POLICIES, 'list', place, builtIn],
    ({ query, signal }) => api.listPolicies({ query: { ...query, ...place, builtIn }, signal }),
    ({ policies }) => policies,
  );

/**
 * Creates a policy, or changes the one that is given, as the form began with it, where the body differs from it; where nothing
 * does, nothing is sent. The same key makes it once, however often it is sent.
 */
export const useSavePolicy = (policy?: Policy) =>
  useChange(
    ({ body, key }: { body: PolicyDefinition; key: string }) =>
      policy ? change(policy, body) : api.createPolicy({ body, headers: { 'Idempotency-Key': key } }),
    { again: POLICIES },
  );

async function change(policy: Policy, definition: PolicyDefinition): Promise<{ data: Policy }> {
  const body = patchOf(policy, definition);
  return isEmpty(body) ? { data: policy } : api.updatePolicy({ path: { id: policy.id }, body });
}

/** Deletes a policy of the workspace. */
export const deletePolicy = ({ id }: Policy) => api.deletePolicy({ path: { id } });
