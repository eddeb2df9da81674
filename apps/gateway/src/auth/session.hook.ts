// Authenticates requests: the access token or the API key becomes the actor, before the body is read.
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import { AppError, type AccessTokenClaims, type Actor } from '#contracts';
import { API_KEY_START } from '#platform/crypto';
import { KnownApiKeysService } from '../access/index.ts';
import { timesSent } from '../http/index.ts';
import { ACCESS_TOKEN, AccessTokenStrategy } from './access-token.strategy.ts';
import { PublicKeysService } from './public-keys.service.ts';
import { RevokedSessionsService } from './revoked-sessions.service.ts';
import { bearerToken } from './tokens.rules.ts';

/** Maximum number of verified tokens in memory; the least recently used token goes first. */
const MAX_REMEMBERED = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in actor; null on public routes. */
    actor: Actor | null;
    /** When the access token or the API key of the actor expires, in Unix seconds; Infinity for a key that does not. */
    sessionExpiresAt: number;
  }
  interface FastifyContextConfig {
    /** True when the route needs no session. */
    public?: boolean;
  }
}

interface Session {
  actor: Actor;
  /** Unix seconds. */
  expiresAt: number;
}

/** Verifies a token once, then remembers it until it expires or the signing keys change. */
@Injectable()
export class SessionHook {
  private readonly sessions = new LRUCache<string, Session>({ max: MAX_REMEMBERED });

  constructor(
    private readonly keys: PublicKeysService,
    private readonly revocations: RevokedSessionsService,
    private readonly apiKeys: KnownApiKeysService,
    _strategy: AccessTokenStrategy, // registers itself with passport when it is made
  ) {
    keys.onChange(() => this.sessions.clear());
  }

  /** Sets the actor of a request. Errors: InvalidArgument, Unauthenticated, InvalidToken, Unavailable, and TooManyRequests for API keys. */
  authenticate(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    if (request.routeOptions.config.public) return done();
    const misplaced = misplacedToken(request);
    if (misplaced) {
      reply.header('www-authenticate', 'Bearer realm="api", error="invalid_request"');
      return done(misplaced);
    }
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return done(new AppError('Unauthenticated'));
    if (token.startsWith(API_KEY_START)) {
      this.useApiKey(token, request).then(done, done);
      return;
    }
    this.keys.renew();
    const session = this.sessions.get(token);
    if (session && session.expiresAt > Date.now() / 1000) {
      request.actor = session.actor;
      request.sessionExpiresAt = session.expiresAt;
      return done(this.check(request));
    }
    this.useAccessToken(token, request, reply).then(done, done);
  }

  /** Refuses a request whose session was revoked, also while its body was read. Errors: InvalidToken, Unavailable. */
  check({ actor }: FastifyRequest): AppError | undefined {
    return actor ? this.revocations.check(actor.sessionId) : undefined;
  }

  private async useApiKey(key: string, request: FastifyRequest): Promise<AppError | undefined> {
    const found = await this.apiKeys.find(key, request.ip);
    if (!found) return new AppError('InvalidToken');
    const { id: sessionId, accountId, workspaceId, scopes, expiresAt } = found;
    request.actor = { accountId, workspaceId, sessionId };
    request.sessionExpiresAt = expiresAt ?? Infinity;
    request.keyScopes = scopes;
    return this.check(request);
  }

  private async useAccessToken(
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AppError | undefined> {
    const claims = await verified(request, reply);
    if (claims instanceof AppError) return claims;
    request.actor = { accountId: claims.sub, workspaceId: claims.wid, sessionId: claims.sid };
    request.sessionExpiresAt = claims.exp;
    this.sessions.set(token, { actor: request.actor, expiresAt: claims.exp });
    return this.check(request);
  }
}

type Authenticate = (request: FastifyRequest, reply: FastifyReply, next: (error: unknown) => void) => void;

/**
 * The claims of the access token of a request, or why it is refused. Passport is called directly, because the guard of
 * @nestjs/passport runs after the body was read.
 */
function verified(request: FastifyRequest, reply: FastifyReply): Promise<AccessTokenClaims | AppError> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, claims: AccessTokenClaims | false | null, reason: unknown): void => {
      if (error) reject(error);
      else resolve(claims || (reason instanceof AppError ? reason : new AppError('InvalidToken')));
    };
    const authenticate = passport.authenticate(ACCESS_TOKEN, { session: false }, settle) as Authenticate;
    authenticate(request, reply, reject);
  });
}

/** Refuses two tokens, and a token in the query, where it would be logged: we do not guess (RFC 6750 §2). */
function misplacedToken({ raw, query }: FastifyRequest): AppError | undefined {
  if (timesSent(raw.rawHeaders, 'authorization') > 1)
    return new AppError('InvalidArgument', {
      message: 'Send one Authorization header.',
      target: 'Authorization',
    });
  if ((query as object | null) && 'access_token' in (query as object))
    return new AppError('InvalidArgument', {
      message: 'Send the access token in the Authorization header.',
      target: 'access_token',
    });
  return undefined;
}
