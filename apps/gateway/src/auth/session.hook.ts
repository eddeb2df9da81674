// Who is asking: the access token of a request becomes an actor, before anything else of it is read.
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import { AppError, type AccessTokenClaims, type Actor } from '#contracts';
import { ACCESS_TOKEN, AccessTokenStrategy } from './access-token.strategy.ts';
import { timesSent } from '../http/headers.rules.ts';
import { PublicKeysService } from './public-keys.service.ts';
import { bearerToken } from './tokens.rules.ts';

/** Checked tokens that are remembered; those not used for longest are forgotten first. */
const MAX_REMEMBERED = 10_000;

interface Session {
  actor: Actor;
  /** Unix seconds. */
  expiresAt: number;
}

type Done = (error?: Error) => void;

/** Lets only signed-in requests pass. A token is checked once, then known until it ends or the keys change. */
@Injectable()
export class SessionHook {
  private readonly sessions = new LRUCache<string, Session>({ max: MAX_REMEMBERED });

  constructor(
    private readonly keys: PublicKeysService,
    _strategy: AccessTokenStrategy, // made before the first request asks passport for it
  ) {
    keys.onChange(() => this.sessions.clear());
  }

  /** Sets the actor of a request. Errors: InvalidArgument, Unauthenticated, InvalidToken, Unavailable. */
  admit(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const misplaced = misplacedToken(request);
    if (misplaced) {
      reply.header('www-authenticate', 'Bearer realm="api", error="invalid_request"');
      return done(misplaced);
    }
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) return done(new AppError('Unauthenticated'));
    this.keys.renew();
    const session = this.sessions.get(token);
    if (session && session.expiresAt > Date.now() / 1000) {
      request.actor = session.actor;
      return done();
    }
    this.check(token, request, reply, done);
  }

  private check(token: string, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const checked = (
      error: Error | null,
      claims: AccessTokenClaims | false | null,
      reason: unknown,
    ): void => {
      if (error) return done(error);
      if (!claims) return done(reason instanceof AppError ? reason : new AppError('InvalidToken'));
      request.actor = { accountId: claims.sub, workspaceId: claims.wid, sessionId: claims.sid };
      this.sessions.set(token, { actor: request.actor, expiresAt: claims.exp });
      done();
    };
    const authenticate = passport.authenticate(ACCESS_TOKEN, { session: false }, checked) as Authenticate;
    authenticate(request, reply, done);
  }
}

type Authenticate = (request: FastifyRequest, reply: FastifyReply, next: Done) => void;

/** Two tokens, or one where it would be logged: which of them counts is not ours to guess (RFC 6750 §2). */
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
