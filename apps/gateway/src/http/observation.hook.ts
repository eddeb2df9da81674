// Makes requests observable: request id, trace span, log context with the deadline, response metrics.
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { CONFIG } from '#platform/config';
import { withContext, type Context } from '#platform/context';
import { httpRequests, logger, type Span, startSpan } from '#platform/observability';
import type { Config } from '../config.ts';

const log = logger('http');

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's span in the trace; null before the first hook. */
    span: Span | null;
  }
}

@Injectable()
export class ObservationHook {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Starts the span, and sets the headers that every response carries. */
  start(request: FastifyRequest, reply: FastifyReply): void {
    request.span = spanOf(request);
    // A browser that came by HTTPS once comes by nothing else for a year (RFC 6797).
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  }

  /** Runs the rest of the request with its context. */
  runInContext(request: FastifyRequest, done: HookHandlerDoneFunction): void {
    const deadline = performance.now() + this.config.ANSWER_TIMEOUT_MS;
    withContext({ ...contextOf(request), deadline }, done);
  }

  /** Ends the span, and counts the response. */
  finish(request: FastifyRequest, reply: FastifyReply): void {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime: ms } = reply;
    httpRequests.observe({ method, route, status }, ms / 1000);
    if (this.config.LOG_LEVEL === 'debug')
      withContext(contextOf(request), () => log.debug({ method, route, status, ms }, 'Answered'));
    request.span?.set({ 'http.response.status_code': status });
    if (status >= 500) request.span?.fail(String(status));
    request.span?.end();
  }
}

function contextOf({ id: requestId, actor, span }: FastifyRequest): Context {
  return { requestId, accountId: actor?.accountId, traceparent: span?.traceparent };
}

/** Names the route, never the path or the query, because those contain what clients write. */
function spanOf({ id, method, routeOptions, headers: { traceparent } }: FastifyRequest): Span {
  const route = routeOptions.url ?? 'unknown';
  const attributes = { 'http.request.method': method, 'http.route': route, request_id: id };
  const linkedTo = typeof traceparent === 'string' ? traceparent : undefined;
  return startSpan({ name: `${method} ${route}`, kind: 'SERVER', attributes, linkedTo });
}
