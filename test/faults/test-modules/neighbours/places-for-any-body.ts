// Test module: a body takes a place as soon as it may become large, whoever sends it.
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { AppError } from '#contracts';
import { LargeBodiesHook as Original } from '../../../../apps/gateway/src/http/bodies/large-bodies.hook.ts';

const LARGE_BYTES = 1024 * 1024;
const MAX_BODIES = 10;

export class LargeBodiesHook extends Original {
  private taken = 0;

  override pass(request: FastifyRequest, reply: FastifyReply, body: RequestPayload): RequestPayload {
    if (request.routeOptions.bodyLimit <= LARGE_BYTES) return body;
    if (this.taken >= MAX_BODIES) throw new AppError('TooManyRequests', { retryAfter: 5 });
    this.taken += 1;
    reply.raw.once('close', () => {
      this.taken -= 1;
    });
    return body;
  }
}
