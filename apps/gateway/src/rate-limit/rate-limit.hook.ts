// How often somebody may ask: an account reads and writes, an address tries to sign in. Told in every counted answer.
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import { RateCounters } from '#platform/rate-limit';
import type { Config } from '../config.ts';
import { TokenBatches, type Standing } from './token-batch.service.ts';
import { addressGroup } from '../http/limits.rules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where an address, not an account, is counted. */
    signIn?: boolean;
  }
}

interface Counted {
  name: string;
  /** The header RateLimit-Policy (IETF draft-ietf-httpapi-ratelimit-headers-10). */
  policy: string;
  leases: TokenBatches;
}

type Done = (error?: Error) => void;

/** Lets a request pass unless there were too many before it. */
@Injectable()
export class RateLimitHook {
  private readonly reads: Counted;
  private readonly writes: Counted;
  private readonly signIns: Counted;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly counters: RateCounters,
  ) {
    const perMinute = (name: string, points: number): Counted => {
      const limit = { name, points, seconds: 60 };
      const leases = new TokenBatches(limit, counters.counter(limit));
      return { name, policy: `"${name}";q=${points};w=60`, leases };
    };
    this.reads = perMinute('read', config.LIMIT_READS_PER_MIN);
    this.writes = perMinute('write', config.LIMIT_WRITES_PER_MIN);
    this.signIns = perMinute('sign-in', config.LIMIT_SIGN_INS_PER_MIN);
  }

  /** Counts a request and says so in its answer. Errors: TooManyRequests. */
  admit(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    const { actor, method } = request;
    if (actor) {
      const counted = method === 'GET' || method === 'HEAD' ? this.reads : this.writes;
      this.count(counted, actor.accountId, reply, done);
    } else if (request.routeOptions.config.signIn) {
      this.count(this.signIns, this.counters.keyOf(addressGroup(request.ip)), reply, done);
    } else done();
  }

  private count(counted: Counted, key: string, reply: FastifyReply, done: Done): void {
    const standing = counted.leases.count(key);
    if (standing instanceof Promise) void standing.then((late) => answer(counted, late, reply, done));
    else answer(counted, standing, reply, done);
  }
}

function answer({ name, policy }: Counted, standing: Standing, reply: FastifyReply, done: Done): void {
  const { allowed, remaining, resetSeconds } = standing;
  reply.header('ratelimit-policy', policy);
  reply.header('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`);
  done(allowed ? undefined : new AppError('TooManyRequests', { retryAfter: resetSeconds }));
}
