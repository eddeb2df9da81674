// Defines who may do what: roles of members, API keys and their scopes, and how a gateway learns of both.
import { z } from 'zod';
import { notification, request } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, holderLimits, idempotencyKey, timestamp, uuid } from '../values.ts';
import { elsewhere } from './cells.ts';

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

/**
 * Returns the role of an account in a workspace, who holds that and with which limits, which other cell has it, if one does,
 * and whether it is on its way to another one; nothing for an account that is no member of it.
 */
export const getMembership = request({
  subject: 'auth.public.memberships.get',
  since: '1.1.0',
  input: z.object({ accountId: uuid, workspaceId: uuid }),
  output: z.object({
    role: role.optional(),
    holderId: uuid.optional(),
    limits: holderLimits.optional(),
    elsewhere: elsewhere.optional(),
    isMoving: z.boolean().optional(),
  }),
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
/** Key of notifications that go to every subscriber. */
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

/** An API key, without the key itself. */
export const apiKey = z
  .object({
    id: uuid,
    accountId: uuid.describe('The account for which the key acts.'),
    workspaceId: uuid.describe('The one workspace in which the key acts.'),
    name: z.string(),
    prefix: z.string().describe('How the key begins.'),
    scopes: z
      .array(scope)
      .describe('What the key may do at most; `write` includes `read`, and `admin` includes both.'),
    expiresAt: timestamp.optional(),
    lastUsedAt: timestamp.optional().describe('Unix time in whole seconds, up to a minute late.'),
    createdAt: timestamp,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

/** An API key that has just been created. */
export const createdApiKey = apiKey
  .extend({
    key: z
      .string()
      .optional()
      .describe('The key, to be sent as a Bearer token. It is shown only in this answer.'),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof createdApiKey>;

/** Body that creates an API key. */
export const apiKeyRequest = z
  .strictObject({
    name: z.string().trim().min(1).max(200).describe('Name for people.'),
    scopes: z.array(scope).min(1).max(3).describe('What the key may do at most.'),
    expiresAt: timestamp
      .max(9_999_999_999)
      .optional()
      .describe('Unix time in the future; without it the key does not expire.'),
  })
  .meta({ id: 'ApiKeyRequest', example: { name: 'Nightly import', scopes: ['write'] } });
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>;

/** Query of a list of API keys. */
export const apiKeyListQuery = z.strictObject(pageQuery('API keys'));
export type ApiKeyListQuery = z.infer<typeof apiKeyListQuery>;

/** One page of API keys, newest first. */
export const apiKeyList = z.object({ keys: z.array(apiKey), ...pageOutput }).meta({ id: 'ApiKeyList' });

/** A replay comes without the key itself. */
export const createApiKey = request({
  operation: {
    id: 'CreateApiKey',
    summary: 'Create an API key',
    description:
      'Creates a key for the workspace of the token. A key may do what both its scopes and the present role of its account allow; it cannot manage sessions, passwords or keys. Only this answer contains `key`.',
    answer: 'Created.',
  },
  subject: 'auth.person.api-keys.create',
  since: '1.1.0',
  input: z.object({ actor, body: apiKeyRequest, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ apiKey: createdApiKey, replayed: z.boolean() }),
  errors: ['InvalidToken', 'QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

export const listApiKeys = request({
  operation: {
    id: 'ListApiKeys',
    summary: 'List API keys',
    description: 'The API keys of the account in all its workspaces, newest first.',
  },
  subject: 'auth.person.api-keys.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: apiKeyList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const deleteApiKey = request({
  operation: {
    id: 'DeleteApiKey',
    summary: 'End an API key',
    description: 'Ends a key of the account. Requests with it are refused within a second.',
    answer: 'Ended.',
  },
  subject: 'auth.person.api-keys.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound'],
});

export const listWorkspaceApiKeys = request({
  operation: {
    id: 'ListWorkspaceApiKeys',
    summary: 'List the API keys of a workspace',
    description: 'The API keys of all members for the workspace, newest first. Only owners see them.',
  },
  subject: 'auth.person.workspace-api-keys.list',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), ...pageInput }),
  output: apiKeyList,
  errors: ['NotFound', 'Forbidden', 'InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const deleteWorkspaceApiKey = request({
  operation: {
    id: 'DeleteWorkspaceApiKey',
    summary: 'End an API key of a workspace',
    description:
      'Ends a key of any member. Requests with it are refused within a second. Only owners may do so.',
    answer: 'Ended.',
  },
  subject: 'auth.person.workspace-api-keys.delete',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), id: z.string() }),
  output: z.object({}),
  errors: ['NotFound', 'Forbidden'],
});
