// Defines what auth answers: accounts, workspaces, and access tokens with the keys that verify them.
import { z } from 'zod';
import { request } from '../define.ts';
import { marketplace } from '../marketplaces.ts';
import { actor, timestamp, uuid } from '../values.ts';
import { role, scope } from './access.ts';
import { cellName, elsewhere } from './cells.ts';

/** Lifetime of an access token, in seconds. A revoked session is remembered for the same time, and CLOCK_LEEWAY_SECONDS. */
export const ACCESS_TOKEN_SECONDS = 3600;
/** By how much the clocks of two machines may differ, in seconds: so much longer than a token is kept what its end depends on. */
export const CLOCK_LEEWAY_SECONDS = 300;
/** The only algorithm of access tokens. */
export const ACCESS_TOKEN_ALGORITHM = 'RS256';
/** `typ` header of access tokens (RFC 9068), so that no other kind of JWT is accepted as one. */
export const ACCESS_TOKEN_TYPE = 'at+jwt';

/** Body of the sign-in request. E-mails are case-insensitive: they are converted to lower case. */
export const credentials = z
  .strictObject({
    email: z.email().max(254).toLowerCase().describe('E-mail of the account.'),
    password: z.string().min(1).max(1024).describe('Password of the account.'),
    refresh: z
      .enum(['cookie'])
      .optional()
      .describe('`cookie`: the refresh token comes in a cookie that scripts cannot read, not in the body.'),
  })
  .meta({ id: 'Credentials', example: { email: 'demo@shelfscribe.dev', password: 'shelfscribe-demo' } });
export type Credentials = z.infer<typeof credentials>;

/** The documented response to a sign-in. */
export const accessToken = z
  .object({
    accessToken: z.string().describe('A JWT; send it as `Authorization: Bearer <accessToken>`.'),
    tokenType: z.literal('Bearer'),
    tokenFormat: z.literal('jwt'),
    expiresIn: z.int().describe('Seconds for which the access token is valid.'),
    elsewhere: elsewhere.optional(),
  })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof accessToken>;

/** A workspace holds products and generations; this is its shape for one of its members. */
export const workspace = z
  .object({
    id: uuid,
    name: z.string(),
    role,
    marketplace: marketplace.describe('The marketplace of its imports, unless a request names another one.'),
    elsewhere: elsewhere.optional(),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof workspace>;

/** How a request was authenticated: by the access token of a session, or by an API key. */
const authentication = z
  .object({
    method: z.enum(['session', 'apiKey']),
    sessionId: uuid.optional().describe('The session of the token.'),
    keyId: uuid.optional().describe('The API key.'),
    scopes: z.array(scope).optional().describe('Scopes of the API key.'),
    expiresAt: timestamp.optional().describe('Absent for an API key that does not expire.'),
  })
  .describe('The session of the token, or the API key.');

/** The signed-in account, without any secret. */
export const account = z
  .object({
    id: uuid,
    email: z.string(),
    name: z.string(),
    status: z.enum(['ACTIVE', 'DISABLED']),
    locale: z.enum(['en', 'zh']).describe('Preferred language of messages.'),
    workspaces: z.array(workspace),
    currentWorkspaceId: uuid.describe('The workspace this session works in.'),
    auth: authentication,
    createdAt: timestamp,
    updatedAt: timestamp,
    lastSignInAt: timestamp.optional(),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof account>;

/** Claims of an access token. */
export const accessTokenClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: uuid.describe('Account.'),
  wid: uuid.toLowerCase().describe('Workspace.'), // tokens of the release before have it as the client wrote it
  sid: uuid.describe('Session.'),
  cell: cellName
    .optional()
    .describe(
      'Cell of the workspace when the token was made, for what routes requests; absent for the main cell.',
    ),
  iat: timestamp,
  exp: timestamp,
  jti: uuid,
});
export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;

/** Public signing keys (RFC 7517). */
export const keySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('RSA'),
        use: z.literal('sig'),
        alg: z.literal(ACCESS_TOKEN_ALGORITHM),
        kid: z.string(),
        n: z.string(),
        e: z.string(),
      }),
    ),
  })
  .meta({ id: 'KeySet' });
export type KeySet = z.infer<typeof keySet>;

/** InvalidToken when the account or session is gone. */
export const getAccount = request({
  operation: {
    id: 'GetAccount',
    summary: 'Get the signed-in account',
    description:
      'The account of the access token or API key, its workspaces, of which an API key sees its own alone, and how the request was authenticated.',
    answer: 'The account.',
  },
  subject: 'auth.person.accounts.get',
  since: '1.1.0', // roles, and `auth` of API keys
  input: z.object({ actor }),
  output: account,
  errors: ['InvalidToken'],
  idempotent: true,
  passthrough: true,
});

export const listKeys = request({
  operation: {
    id: 'ListKeys',
    summary: 'List the signing keys',
    description:
      'The public keys with which access tokens are verified (RFC 7517). A new key is listed before tokens are signed with it.',
    answer: 'The keys.',
  },
  subject: 'auth.public.keys.list',
  input: z.object({}),
  output: keySet,
  idempotent: true,
});

/** Returns the part of a workspace that other services may see. */
export const getWorkspace = request({
  subject: 'auth.service.workspaces.get',
  input: z.object({ workspaceId: uuid }),
  output: z.object({
    id: uuid,
    marketplace,
    monthlyBudgetMicros: z.int().min(0).optional().describe('Absent without a budget.'),
  }),
  errors: ['NotFound'],
  idempotent: true,
});
