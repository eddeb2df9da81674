// Bounds how many large bodies there are at once: each is kept in memory as a whole.
import { Transform, type TransformCallback } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError, holderOf } from '#contracts';
import { SharedPlaces } from '#platform/resilience';

/** From this many bytes on a body is large. */
const LARGE_BYTES = 1024 * 1024;
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
   * there is no place.
   */
  pass({ routeOptions, actor }: FastifyRequest, reply: FastifyReply, body: RequestPayload): RequestPayload {
    if (routeOptions.bodyLimit <= LARGE_BYTES) return body;
    const holder = actor ? holderOf(actor) : undefined;
    const takePlace = (): boolean => {
      if (!this.places.enter(holder)) return false;
      reply.raw.once('close', () => this.places.leave(holder));
      return true;
    };
    return body.pipe(new CountedBody(takePlace));
  }
}

/** Passes bytes on, and asks for a place once. */
class CountedBody extends Transform {
  /** Fastify compares it with Content-Length. */
  receivedEncodedLength = 0;
  private hasPlace = false;

  constructor(private readonly takePlace: () => boolean) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    if (this.receivedEncodedLength > LARGE_BYTES) this.hasPlace ||= this.takePlace();
    const isRefused = this.receivedEncodedLength > LARGE_BYTES && !this.hasPlace;
    if (isRefused) done(new AppError('TooManyRequests', { retryAfter: RETRY_SECONDS }));
    else done(null, chunk);
  }
}
