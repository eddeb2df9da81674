// Limits the rate of requests: reads and writes of an account; sign-ins, refreshes and registrations from an address.
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { AppError, limitOf, type Actor, type HolderLimits } from '#contracts';
import { CONFIG } from '#platform/config';
import { RateCounters } from '#platform/rate-limit';
import { KnownMembershipsService, type Membership } from '../access/index.ts';
import { addressGroup } from '../counters/index.ts';
import type { Config } from '../config.ts';
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

/** What an account does so many times a minute. */
type Kind = 'read' | 'write';
const NAMES = { read: 'readsPerMin', write: 'writesPerMin' } as const satisfies Record<
  Kind,
  keyof HolderLimits
>;

@Injectable()
export class RateLimitHook {
  /** Requests of an account in a minute, where its holder has no limit of its own. */
  private readonly configured: Record<Kind, number>;
  /** The limits of accounts that were met, by their number: operators set few different ones. */
  private readonly ofAccounts: Record<Kind, Map<number, Limit>> = { read: new Map(), write: new Map() };
  private readonly byAddress: Record<AddressLimit, Limit>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly batches: TokenBatchService,
    private readonly counters: RateCounters,
    private readonly memberships: KnownMembershipsService,
  ) {
    this.configured = { read: config.LIMIT_READS_PER_MIN, write: config.LIMIT_WRITES_PER_MIN };
    this.byAddress = {
      'sign-in': this.limit('sign-in', config.LIMIT_SIGN_INS_PER_MIN),
      refresh: this.limit('refresh', config.LIMIT_SIGN_INS_PER_MIN),
      registration: this.limit('registration', config.LIMIT_REGISTRATIONS_PER_H, 3600),
    };
  }

  /**
   * Counts a request, and tells its limit in the response headers. Errors: TooManyRequests; Unavailable and UpstreamTimeout when auth
   * must be asked who holds the workspace, and does not answer.
   */
  count(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const { actor, method } = request;
    const { addressLimit } = request.routeOptions.config;
    if (actor) {
      this.countActor(method === 'GET' || method === 'HEAD' ? 'read' : 'write', actor, reply, done);
    } else if (addressLimit) {
      take(this.byAddress[addressLimit], this.counters.keyOf(addressGroup(request.ip)), reply, done);
    } else done();
  }

  private countActor(kind: Kind, actor: Actor, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const use = ({ limits, holderId }: Membership): void => {
      // What an operator has set for a holder is used up by what the account does in workspaces of the holder alone.
      const isOwn = limits?.[NAMES[kind]] !== undefined && holderId !== undefined;
      const key = isOwn ? `${actor.accountId}:${holderId}` : actor.accountId;
      take(this.limitOf(kind, limits), key, reply, done);
    };
    const known = this.memberships.find(actor);
    // A membership that cannot be read is refused here as the next hook would, which would wait for auth once more.
    if (known instanceof Promise) known.then(use, done);
    else use(known);
  }

  private limitOf(kind: Kind, limits: HolderLimits | undefined): Limit {
    const points = limitOf({ limits }, NAMES[kind], this.configured[kind]);
    const limit = this.ofAccounts[kind].get(points) ?? this.limit(kind, points);
    this.ofAccounts[kind].set(points, limit);
    return limit;
  }

  private limit(name: string, points: number, seconds = 60): Limit {
    return {
      name,
      policy: `"${name}";q=${points};w=${seconds}`,
      limiter: this.batches.limiter({ name, points, seconds }),
    };
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
