// Defines who may do what: roles of members, scopes of API keys, and how a gateway learns of both.
import { z } from 'zod';
import { notification, request } from './define.ts';
import { timestamp, uuid } from './values.ts';

/** What an operation needs, and what an API key may do. Each step includes those before it. */
export const ACCESS_STEPS = ['read', 'write', 'admin'] as const;
export type AccessStep = (typeof ACCESS_STEPS)[number];

/** Roles of members: viewers read, editors write too, and owners also manage the workspace. */
export const role = z.enum(['owner', 'editor', 'viewer']).meta({ id: 'Role' });
export type Role = z.infer<typeof role>;

/** The last step that each role may take. */
export const ACCESS_OF_ROLE: Record<Role, AccessStep> = { owner: 'admin', editor: 'write', viewer: 'read' };

/** Scope of an API key: what it may do at most, within the present role of its owner. */
export const scope = z.enum(ACCESS_STEPS).meta({ id: 'Scope' });

/** Returns the role of an account in a workspace; no role for an account that is no member of it. */
export const getMembership = request({
  subject: 'auth.public.memberships.get',
  since: '1.1.0',
  input: z.object({ accountId: uuid, workspaceId: uuid }),
  output: z.object({ role: role.optional() }),
  idempotent: true,
});

/** An account in a workspace. */
export const membershipKey = z.object({ accountId: uuid, workspaceId: uuid });
export type MembershipKey = z.infer<typeof membershipKey>;

/** Roles were given, changed or taken. The notification may get lost: gateways read roles again after a while. */
export const membershipsChanged = notification({
  prefix: 'auth.notification.memberships',
  data: z.object({ memberships: z.array(membershipKey) }),
});
/** Key of the notifications of `membershipsChanged`: every gateway gets all of them. */
export const CHANGED = 'changed';

/** Returns the API key with a hash, if one that has not expired belongs to an active account. Notes that it is used. */
export const findApiKey = request({
  subject: 'auth.public.api-keys.find',
  since: '1.1.0',
  input: z.object({ hash: z.string() }),
  output: z.object({
    apiKey: membershipKey
      .extend({ id: uuid, scopes: z.array(scope), expiresAt: timestamp.optional() })
      .optional(),
  }),
  idempotent: true,
});
