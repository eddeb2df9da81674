// Bounds how many large bodies there are at once: each is kept in memory as a whole.
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError, holderOf } from '#contracts';
import { SharedPlaces } from '#platform/resilience';
import { hasBody } from './content.hook.ts';
import { GatheredBody } from './gathered-body.state.ts';

/** Routes with a higher limit take large bodies. */
const USUAL_BYTES = 1024 * 1024;
/** Of these, a body is large from this many bytes on: so many of each open connection may be kept beside the places. */
const LARGE_BYTES = 128 * 1024;
/** Large bodies at once: in all, and of one holder. */
const MAX_BODIES = 10;
const MAX_OF_HOLDER = 2;
/** Seconds after which a refused client may try again. */
const RETRY_SECONDS = 5;

@Injectable()
export class LargeBodiesHook {
  private readonly places = new SharedPlaces(MAX_BODIES, MAX_OF_HOLDER);

  /**
   * Passes a body on, which takes a place when it turns out to be large and keeps it until the request is answered. Not
   * before: a client that sends nothing would hold a place that others need. The stream ends with TooManyRequests when
   * there is no place. Nothing is passed on without a stream, which would be a quarter of the time of a read here.
   */
  pass(request: FastifyRequest, reply: FastifyReply, body: RequestPayload): RequestPayload {
    const { routeOptions, actor, headers } = request;
    if (!hasBody(headers)) return body;
    if (routeOptions.bodyLimit <= USUAL_BYTES) return gathered(body, () => undefined);
    const holder = actor ? holderOf(actor) : undefined;
    let hasPlace = false;
    const takePlace = (): boolean => {
      if (!this.places.enter(holder)) return false;
      reply.raw.once('close', () => this.places.leave(holder));
      return true;
    };
    const refusalOf = (bytes: number): AppError | undefined => {
      hasPlace ||= bytes > LARGE_BYTES && takePlace();
      const isRefused = bytes > LARGE_BYTES && !hasPlace;
      return isRefused ? new AppError('TooManyRequests', { retryAfter: RETRY_SECONDS }) : undefined;
    };
    return gathered(body, refusalOf);
  }
}

/** The body with its small pieces put together; it breaks off as the body does. */
function gathered(body: RequestPayload, refusalOf: (bytes: number) => Error | undefined): GatheredBody {
  const pieces = new GatheredBody(refusalOf);
  body.once('error', (error) => pieces.destroy(error));
  return body.pipe(pieces);
}
