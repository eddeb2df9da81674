// Defines API keys: shapes of the API, and requests about them to auth.
import { z } from 'zod';
import { scope } from './access.ts';
import { request } from './define.ts';
import { pageInput, pageOutput, pageQuery } from './paging.ts';
import { actor, idempotencyKey, timestamp, uuid } from './values.ts';

/** An API key, without the key itself. */
export const apiKey = z
  .object({
    id: uuid,
    accountId: uuid.describe('The account for which the key acts.'),
    workspaceId: uuid.describe('The one workspace in which the key acts.'),
    name: z.string(),
    prefix: z.string().describe('How the key begins.'),
    scopes: z.array(scope).describe('What the key may do at most; `write` includes `read`, `admin` both.'),
    expiresAt: timestamp.optional(),
    lastUsedAt: timestamp.optional().describe('Unix time in whole seconds, up to a minute late.'),
    createdAt: timestamp,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

/** An API key that has just been created. */
export const createdApiKey = apiKey
  .extend({
    key: z.string().optional().describe('The key, sent as a Bearer token. It is shown here only, and once.'),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof createdApiKey>;

/** Body that creates an API key. */
export const apiKeyRequest = z
  .strictObject({
    name: z.string().trim().min(1).max(200).describe('Name for people.'),
    scopes: z.array(scope).min(1).max(3).describe('What the key may do at most.'),
    expiresAt: timestamp.optional().describe('Unix time in the future; without it the key does not expire.'),
  })
  .meta({ id: 'ApiKeyRequest', example: { name: 'Nightly import', scopes: ['write'] } });
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>;

/** Query of a list of API keys. */
export const apiKeyListQuery = z.strictObject(pageQuery('API keys'));
export type ApiKeyListQuery = z.infer<typeof apiKeyListQuery>;

/** One page of API keys, newest first. */
export const apiKeyList = z.object({ keys: z.array(apiKey), ...pageOutput }).meta({ id: 'ApiKeyList' });

/** Creates an API key of the actor's account for the actor's workspace. A replay comes without the key itself. */
export const createApiKey = request({
  subject: 'auth.person.api-keys.create',
  since: '1.1.0',
  input: z.object({ actor, body: apiKeyRequest, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ apiKey: createdApiKey, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** Returns one page of the API keys of the actor's account, in all its workspaces, as JSON text. */
export const listApiKeys = request({
  subject: 'auth.person.api-keys.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: apiKeyList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

/** Ends an API key of the actor's account. */
export const deleteApiKey = request({
  subject: 'auth.person.api-keys.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound'],
});

/** Returns one page of the API keys of all members of a workspace that the actor's account owns, as JSON text. */
export const listWorkspaceApiKeys = request({
  subject: 'auth.person.workspace-api-keys.list',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), ...pageInput }),
  output: apiKeyList,
  errors: ['NotFound', 'Forbidden', 'InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

/** Ends an API key of any member of a workspace that the actor's account owns. */
export const deleteWorkspaceApiKey = request({
  subject: 'auth.person.workspace-api-keys.delete',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), id: z.string() }),
  output: z.object({}),
  errors: ['NotFound', 'Forbidden'],
});
