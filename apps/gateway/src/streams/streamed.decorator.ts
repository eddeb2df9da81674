// The parameter decorators of a stream of events: who opens it, and the answer.
import type { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts';
import type { SseStream } from './sse-stream.state.ts';
import type { Subscriber } from './event-streams.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The stream that answers this request; null without one. */
    sseStream: SseStream | null;
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no', // otherwise nginx would hold events back
  connection: 'close', // otherwise a shutdown would have to wait for the client
};

/** Who opens the stream. Errors: Unauthenticated on a route without a session. */
export const StreamSubscriber = createParamDecorator((_: unknown, context: ExecutionContext): Subscriber => {
  const { actor, sessionExpiresAt, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new AppError('Unauthenticated');
  return { actor, expiresAt: sessionExpiresAt, lastEventId: headers['last-event-id']?.toString() };
});

/** Answers with a stream; without one with 204, which tells a client not to open it again. */
export type StreamedAnswer = (stream: SseStream | undefined) => Readable | undefined;

/** The answer of a route that streams. */
export const Streamed = createParamDecorator((_: unknown, context: ExecutionContext): StreamedAnswer => {
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  return (stream) => {
    if (!stream) {
      reply.code(204);
      return undefined;
    }
    reply.request.sseStream = stream;
    reply.headers(HEADERS);
    if (reply.request.method === 'HEAD') stream.end();
    return stream.body;
  };
});
