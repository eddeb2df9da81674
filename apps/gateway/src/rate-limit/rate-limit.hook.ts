// Limits the rate of requests: reads and writes of an account; sign-ins, refreshes and registrations from an address.
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
    /** The limit by address that counts where nobody is signed in yet. */
    addressLimit?: AddressLimit;
  }
}

/** What is limited by address. */
type AddressLimit = 'sign-in' | 'refresh' | 'registration';

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
  private readonly byAddress: Record<AddressLimit, Limit>;

  constructor(
    @Inject(CONFIG) config: Config,
    batches: TokenBatchService,
    private readonly counters: RateCounters,
  ) {
    const limit = (name: string, points: number, seconds = 60): Limit => ({
      name,
      policy: `"${name}";q=${points};w=${seconds}`,
      limiter: batches.limiter({ name, points, seconds }),
    });
    this.reads = limit('read', config.LIMIT_READS_PER_MIN);
    this.writes = limit('write', config.LIMIT_WRITES_PER_MIN);
    this.byAddress = {
      'sign-in': limit('sign-in', config.LIMIT_SIGN_INS_PER_MIN),
      refresh: limit('refresh', config.LIMIT_SIGN_INS_PER_MIN),
      registration: limit('registration', config.LIMIT_REGISTRATIONS_PER_H, 3600),
    };
  }

  /** Counts a request, and tells its limit in the response headers. Errors: TooManyRequests. */
  count(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const { actor, method } = request;
    const { addressLimit } = request.routeOptions.config;
    if (actor) {
      const limit = method === 'GET' || method === 'HEAD' ? this.reads : this.writes;
      take(limit, actor.accountId, reply, done);
    } else if (addressLimit) {
      take(this.byAddress[addressLimit], this.counters.keyOf(addressGroup(request.ip)), reply, done);
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
