// The examples of accounts and workspaces, typed by the contracts so that they cannot become outdated.
import type {
  AccessToken,
  Account,
  ApiKey,
  CreatedApiKey,
  CreatedInvitation,
  Invitation,
  KeySet,
  Member,
  Membership,
  RegisteredAccount,
  SessionList,
  SessionTokens,
  WorkspaceDetails,
  WorkspaceErasure,
} from '#contracts';

export const WORKSPACE_ID = '019a8e90-1c7d-7a35-9d10-3b1f5a9e2c47';
export const ACCOUNT_ID = '019a8e90-1b02-7e61-8a6c-5d4c3b2a1f09';
const SESSION_ID = '019a8e9c-0b1c-7d2e-8f30-415263748596';
/** When the examples happen, in Unix seconds. */
export const MOMENT = 1_763_726_400; // 2025-11-21 12:00 UTC

/** An access token. */
export const exampleToken: AccessToken = {
  accessToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.c2lnbmF0dXJl',
  tokenType: 'Bearer',
  tokenFormat: 'jwt',
  expiresIn: 3600,
};

/** The answer to a sign-in. */
export const exampleSignedIn: SessionTokens = {
  ...exampleToken,
  refreshToken: 'ssr_pq3v0dJc2N9qOQmWc6yq7wXf0sB1n5tR8uY2kLzHhAaEeIiOoUu4C6D8F0G2J4K6M',
  refreshExpiresIn: 2_592_000,
  sessionId: SESSION_ID,
};

/** An account. */
export const exampleAccount: Account = {
  id: ACCOUNT_ID,
  email: 'demo@shelfscribe.dev',
  name: 'Demo',
  status: 'ACTIVE',
  locale: 'en',
  workspaces: [{ id: WORKSPACE_ID, name: 'Demo shop', role: 'owner', marketplace: 'US' }],
  currentWorkspaceId: WORKSPACE_ID,
  auth: { method: 'session', sessionId: SESSION_ID, expiresAt: MOMENT + 2_592_000 },
  createdAt: MOMENT - 86_400,
  updatedAt: MOMENT - 86_400,
  lastSignInAt: MOMENT,
};

/** A workspace. */
export const exampleWorkspace: WorkspaceDetails = {
  id: WORKSPACE_ID,
  name: 'Demo shop',
  role: 'owner',
  heldBy: ACCOUNT_ID,
  marketplace: 'US',
  monthlyBudgetMicros: 25_000_000,
  spentMicros: 1_250_000,
  createdAt: MOMENT - 86_400,
  updatedAt: MOMENT,
};

/** A workspace that is being erased. */
export const exampleWorkspaceErasure: WorkspaceErasure = { id: WORKSPACE_ID, erasedBy: MOMENT + 86_400 };

/** A member of the workspace. */
export const exampleMember: Member = {
  accountId: '019a8e91-5a3c-7e19-8b27-1c2d3e4f5a6b',
  email: 'ana@example.com',
  name: 'Ana',
  role: 'editor',
  createdAt: MOMENT,
};

/** An invitation that can still be accepted. */
export const exampleInvitation: Invitation = {
  id: '019a8e93-7c5e-7a3b-8d49-3e4f5a6b7c8d',
  email: 'ana@example.com',
  role: 'editor',
  createdAt: MOMENT,
  expiresAt: MOMENT + 7 * 86_400,
};

/** The same when it has just been made. */
export const exampleCreatedInvitation: CreatedInvitation = {
  ...exampleInvitation,
  code: 'ssi_q8o0VYQ1b8o0mRr6wW0pD2w5yH3nJt7sKcUeXfZaLgMhIQ4xT9v2B1C0d5E6fGab12',
};

/** The membership that it made. */
export const exampleMembership: Membership = {
  accountId: exampleMember.accountId,
  email: 'ana@example.com',
  name: 'Ana',
  role: 'editor',
  createdAt: MOMENT + 3600,
  workspaceId: WORKSPACE_ID,
  workspaceName: 'Demo shop',
};

/** An API key that was used. */
export const exampleApiKey: ApiKey = {
  id: '019a8e92-6b4d-7f2a-9c38-2d3e4f5a6b7c',
  accountId: ACCOUNT_ID,
  workspaceId: WORKSPACE_ID,
  name: 'Nightly import',
  prefix: 'ssk_Jc4wT0bq',
  scopes: ['write'],
  lastUsedAt: MOMENT,
  createdAt: MOMENT - 86_400,
};

const { lastUsedAt: _, ...unusedKey } = exampleApiKey;
/** The same key when it has just been created. */
export const exampleCreatedApiKey: CreatedApiKey = { ...unusedKey, key: 'ssk_Jc4wT0bq…' };

/** The account after its registration. */
export const exampleRegisteredAccount: RegisteredAccount = {
  id: ACCOUNT_ID,
  email: 'ana@example.com',
  name: 'Ana',
  status: 'ACTIVE',
  locale: 'en',
  workspaces: [{ id: WORKSPACE_ID, name: 'Ana', role: 'owner', marketplace: 'US' }],
  createdAt: MOMENT,
  updatedAt: MOMENT,
};

/** A page of sessions. */
export const exampleSessions: SessionList = {
  sessions: [
    {
      id: SESSION_ID,
      createdAt: MOMENT,
      lastUsedAt: MOMENT + 3000,
      expiresAt: MOMENT + 3000 + 2_592_000,
      userAgent: 'Mozilla/5.0',
      address: '198.51.100.7',
      current: true,
    },
  ],
};

/** Signing keys. */
export const exampleKeys: KeySet = {
  keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'Zk3vB1m0q9sXw2yT5uR8aA', n: 'u1W…', e: 'AQAB' }],
};
