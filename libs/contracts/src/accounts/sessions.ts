// Defines sessions: how they begin, are refreshed, listed and ended, and which were revoked.
import { z } from 'zod';
import { notification, request, type InputOf } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, timestamp, uuid } from '../values.ts';
import { accessToken, credentials } from './auth.ts';

/** Lifetime of a refresh token, in seconds; the token that replaces it has a whole lifetime again. */
export const REFRESH_TOKEN_SECONDS = 30 * 86_400;

/** The tokens of a session. */
export const sessionTokens = accessToken.extend({
  refreshToken: z.string().describe('Exchange it once for new tokens, within `refreshExpiresIn` seconds.'),
  refreshExpiresIn: z.int().describe('Seconds for which the refresh token is valid.'),
  sessionId: uuid,
});
export type SessionTokens = z.infer<typeof sessionTokens>;

/** The tokens as a client gets them: the refresh token may be in a cookie instead. */
export const signedIn = sessionTokens.partial({ refreshToken: true }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof signedIn>;

/** Body of a refresh. Without a token in it, the token in the cookie is used. */
export const refreshRequest = z
  .strictObject({
    refreshToken: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('The refresh token; absent when it is in the cookie.'),
  })
  .meta({
    id: 'RefreshRequest',
    example: { refreshToken: 'ssr_pq3v0dJc2N9qOQmWc6yq7wXf0sB1n5tR8uY2kLzHhAaEeIiOoUu4C6D8F0G2J4K6M' },
  });
export type RefreshRequest = z.infer<typeof refreshRequest>;

/** A session of the account: a sign-in that has not ended. */
export const session = z
  .object({
    id: uuid,
    createdAt: timestamp,
    lastUsedAt: timestamp.describe('When it began or was last refreshed.'),
    expiresAt: timestamp.describe('When it ends unless it is refreshed before.'),
    userAgent: z.string().optional().describe('`User-Agent` of the sign-in.'),
    address: z.string().optional().describe('IP address of the sign-in.'),
    current: z.boolean().describe('True for the session of this request.'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

/** Query parameters of the list of sessions. */
export const sessionListQuery = z.strictObject(pageQuery('Sessions'));
export type SessionListQuery = z.infer<typeof sessionListQuery>;

/** One page of sessions, newest first. */
export const sessionList = z
  .object({ sessions: z.array(session), ...pageOutput })
  .meta({ id: 'SessionList' });
export type SessionList = z.infer<typeof sessionList>;

/** Marks a sign-in or a change of password that comes from a network with many failures. */
export const suspect = z
  .boolean()
  .optional()
  .describe(
    'True when many sign-ins from the same network failed lately: such requests together take at most half of the places.',
  );

/** From where a session begins. */
export const clientFields = {
  userAgent: z.string().max(256).optional(),
  address: z.string().max(64).optional(),
};

export const createSession = request({
  operation: {
    id: 'CreateSession',
    summary: 'Sign in',
    description:
      'Exchanges e-mail and password for an access token, which is valid for `expiresIn` seconds, and a refresh token.',
    answer: 'Signed in.',
  },
  subject: 'auth.public.sessions.create',
  since: '1.1.0', // the input but e-mail and password, and the refresh token
  input: credentials.omit({ refresh: true }).extend({ suspect, ...clientFields }),
  output: sessionTokens,
  errors: ['InvalidCredentials'],
});
export type SignIn = InputOf<typeof createSession>;

export const refreshSession = request({
  operation: {
    id: 'RefreshSession',
    summary: 'Refresh the tokens of a session',
    description:
      'Exchanges a refresh token for a new access token and a new refresh token. Simultaneous requests, and a repeated one within 10 seconds, get the same refresh token; later use of an old refresh token ends the session. Without `refreshToken` in the body, the token in the cookie is used, but only for a page of this origin (`Sec-Fetch-Site: same-origin`).',
    answer: 'Refreshed.',
  },
  subject: 'auth.public.sessions.refresh',
  since: '1.1.0',
  input: z.object({ refreshToken: z.string() }),
  output: sessionTokens,
  errors: ['InvalidToken'],
  idempotent: true,
});

export const listSessions = request({
  operation: {
    id: 'ListSessions',
    summary: 'List sessions',
    description: 'The sessions of the account in all workspaces, newest first.',
  },
  subject: 'auth.person.sessions.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: sessionList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const endSession = request({
  operation: {
    id: 'EndSession',
    summary: 'End a session',
    description: 'Ends a session of the account. Its tokens are refused within a second.',
    answer: 'It has ended.',
  },
  subject: 'auth.person.sessions.end',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound'],
});

export const endOtherSessions = request({
  operation: {
    id: 'EndOtherSessions',
    summary: 'End all other sessions',
    description:
      'Ends all sessions of the account except the one of this request. Their tokens are refused within a second.',
    answer: 'They have ended.',
  },
  subject: 'auth.person.sessions.end-others',
  since: '1.1.0',
  input: z.object({ actor }),
  output: z.object({}),
  idempotent: true,
});

/** Most sessions of one page of `listRevocations`. */
export const MAX_REVOCATIONS = 5000;

/** Lists, in pages by session id, every session that was revoked while an access token of it may still be valid. */
export const listRevocations = request({
  subject: 'auth.public.revocations.list',
  since: '1.1.0',
  input: z.object({ after: uuid.optional().describe('The last session of the page before.') }),
  output: z.object({
    sessionIds: z.array(uuid).max(MAX_REVOCATIONS).describe('Fewer than MAX_REVOCATIONS on the last page.'),
  }),
  idempotent: true,
});

/** Sessions were revoked. The notification may get lost: the list decides. */
export const sessionsRevoked = notification({
  prefix: 'auth.notification.sessions',
  data: z.object({ sessionIds: z.array(uuid) }),
});
/** Key of the notifications of `sessionsRevoked`: every gateway gets all of them. */
export const REVOKED = 'revoked';
