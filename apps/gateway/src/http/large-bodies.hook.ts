// Bounds how many large bodies there are at once: each is kept in memory as a whole.
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts';
import { SharedPlaces } from '#platform/resilience';

/** A route that takes more than this many bytes has large bodies. */
const LARGE_BYTES = 1024 * 1024;
/** Large bodies at once: in all, and of one account. */
const MAX_BODIES = 10;
const MAX_OF_ACCOUNT = 2;
/** Seconds after which a refused client may try again. */
const RETRY_SECONDS = 5;

@Injectable()
export class LargeBodiesHook {
  private readonly places = new SharedPlaces(MAX_BODIES, MAX_OF_ACCOUNT);

  /** Takes a place until the request is answered. Errors: TooManyRequests. */
  enter({ routeOptions, actor }: FastifyRequest, reply: FastifyReply): AppError | undefined {
    if (routeOptions.bodyLimit <= LARGE_BYTES) return undefined;
    const account = actor?.accountId;
    if (!this.places.enter(account)) return new AppError('TooManyRequests', { retryAfter: RETRY_SECONDS });
    reply.raw.once('close', () => this.places.leave(account));
    return undefined;
  }
}
