// Limits the rate of requests: reads and writes of an account, sign-ins from an address.
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import { RateCounters } from '#platform/rate-limit';
import type { Config } from '../config.ts';
import { addressGroup } from './rate-limit.rules.ts';
import { TokenBatchService, type PrefetchedLimiter, type RateDecision } from './token-batch.service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where requests are counted by address, because nobody is signed in yet. */
    signIn?: boolean;
  }
}

interface Limit {
  name: string;
  /** Value of the header RateLimit-Policy (IETF draft-ietf-httpapi-ratelimit-headers-10). */
  policy: string;
  limiter: PrefetchedLimiter;
}

@Injectable()
export class RateLimitHook {
  private readonly reads: Limit;
  private readonly writes: Limit;
  private readonly signIns: Limit;

  constructor(
    @Inject(CONFIG) config: Config,
    batches: TokenBatchService,
    private readonly counters: RateCounters,
  ) {
    const perMinute = (name: string, points: number): Limit => ({
      name,
      policy: `"${name}";q=${points};w=60`,
      limiter: batches.limiter({ name, points, seconds: 60 }),
    });
    this.reads = perMinute('read', config.LIMIT_READS_PER_MIN);
    this.writes = perMinute('write', config.LIMIT_WRITES_PER_MIN);
    this.signIns = perMinute('sign-in', config.LIMIT_SIGN_INS_PER_MIN);
  }

  /** Counts a request, and tells its limit in the response headers. Errors: TooManyRequests. */
  count(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const { actor, method } = request;
    if (actor) {
      const limit = method === 'GET' || method === 'HEAD' ? this.reads : this.writes;
      take(limit, actor.accountId, reply, done);
    } else if (request.routeOptions.config.signIn) {
      take(this.signIns, this.counters.keyOf(addressGroup(request.ip)), reply, done);
    } else done();
  }
}

function take(limit: Limit, key: string, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const decision = limit.limiter.count(key);
  if (decision instanceof Promise) void decision.then((late) => apply(limit, late, reply, done));
  else apply(limit, decision, reply, done);
}

function apply(
  { name, policy }: Limit,
  { isAllowed, remaining, resetSeconds }: RateDecision,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`);
  done(isAllowed ? undefined : new AppError('TooManyRequests', { retryAfter: resetSeconds }));
}
