// What every request passes before its body is read: load, route, size, session, limits, media types, query.
import type { Socket } from 'node:net';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Actor } from '#contracts';
import { CONFIG } from '#platform/config';
import { withContext, type Context } from '#platform/context';
import { invalidArgument } from '#platform/errors';
import { logger, observeResponse, type Span, startSpan } from '#platform/observability';
import type { Config } from '../config.ts';
import { acceptsJson, isJson } from './headers.rules.ts';
import { RateLimitHook } from '../rate-limit/rate-limit.hook.ts';
import { ANSWER_MS, isDeeperThan, MAX_BODY_DEPTH } from './limits.rules.ts';
import { allowedMethods, type Route } from './routes.rules.ts';
import { SessionHook } from '../auth/session.hook.ts';

const log = logger('http');

/** Time in which what is still sent after a refusal is read and thrown away, in milliseconds. */
const LINGER_MS = 1000;
/** One for all, since there are many when there is least time to make them. */
const NO_PLACE = new AppError('Unavailable', { retryAfter: 1 });

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null on public routes. */
    actor: Actor | null;
    /** True while it takes one of the places of requests in work. */
    inWork: boolean;
    /** Its place in the trace. */
    span: Span | null;
  }
  interface FastifyContextConfig {
    /** True when no session is needed. */
    public?: boolean;
    /** True for a page or file for people: no JSON. */
    page?: boolean;
    /** True when query parameters mean something here. */
    query?: boolean;
    /** Bytes of a body; see MAX_BODY_BYTES. */
    bodyLimit?: number;
  }
}

type Done = (error?: Error) => void;

/** The gate before all routes. */
@Injectable()
export class RequestPipeline implements BeforeApplicationShutdown {
  /** Every served route. */
  readonly routes: Route[] = [];
  private inWork = 0;
  private isLeaving = false;
  private readonly isDebugging: boolean;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly session: SessionHook,
    private readonly limits: RateLimitHook,
  ) {
    this.isDebugging = config.LOG_LEVEL === 'debug';
  }

  /** Takes its place before the routes of a server; to be called before there are any. */
  protect(server: FastifyInstance): void {
    server.decorateRequest('actor', null);
    server.decorateRequest('inWork', false);
    server.decorateRequest('span', null);
    server.addHook('onRoute', (route) => {
      for (const method of [route.method].flat()) this.routes.push({ method, url: route.url });
      if (route.config?.bodyLimit !== undefined) route.bodyLimit = route.config.bodyLimit;
    });
    server.addHook('onRequest', (request, reply, done) => this.enter(request, reply, done));
    // After the body: reading it loses the async context, and its depth is not known before.
    server.addHook('preValidation', (request, _reply, done) => this.work(request, done));
    server.addHook('onSend', (request, reply, _payload, done) => {
      this.leave(request, reply);
      done();
    });
    closeSilentConnections(server);
    // Node itself would answer 417, in nobody's words, to an Expect that it does not know. It may be ignored.
    server.server.on('checkExpectation', (request, response) =>
      server.server.emit('request', request, response),
    );
  }

  /** From now on every answer ends its connection, or idle ones would keep the server from closing. */
  beforeApplicationShutdown(): void {
    this.isLeaving = true;
  }

  private enter(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    request.span = spanOf(request);
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    if (this.isFull) return done(NO_PLACE);
    const { config, bodyLimit } = request.routeOptions;
    const unreachable = this.unreachable(request, reply, bodyLimit);
    if (unreachable) return done(unreachable);
    const count = (error?: Error): void => {
      if (error) return done(error);
      this.limits.admit(request, reply, (tooMany) => done(tooMany ?? unreadable(request, config)));
    };
    if (config.public) count();
    else this.session.admit(request, reply, count);
  }

  /** A reason not to come in at all: no such path or method, or a body that is said to be too large. */
  private unreachable(request: FastifyRequest, reply: FastifyReply, limit: number): AppError | undefined {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return new AppError('InvalidArgument', { message: 'Send a Host header.', target: 'Host' });
    if (request.is404) {
      const allowed = allowedMethods(this.routes, request.url.split('?', 1)[0] ?? '');
      if (allowed.length === 0) return new AppError('NotFound');
      reply.header('allow', allowed.join(', '));
      return new AppError('MethodNotAllowed');
    }
    if (Number(request.headers['content-length'] ?? 0) <= limit) return undefined;
    reply.header('connection', 'close');
    return new AppError('PayloadTooLarge');
  }

  /** Takes a place, now that all of the request is there: one that comes slowly must not hold one meanwhile. */
  private work(request: FastifyRequest, done: Done): void {
    if (this.isFull) return done(NO_PLACE);
    this.inWork += 1;
    request.inWork = true;
    inContext(request, done);
  }

  private get isFull(): boolean {
    return this.inWork >= this.config.IN_FLIGHT_MAX;
  }

  private leave(request: FastifyRequest, reply: FastifyReply): void {
    // Node announces the end of a socket that served its share, but leaves it open and then answers 503 on it.
    const { maxRequestsOnConnectionReached: served } = reply.raw as {
      maxRequestsOnConnectionReached?: boolean;
    };
    if (this.isLeaving || served) reply.header('connection', 'close');
    if (!request.raw.complete) closeSlowly(request.raw.socket);
    if (request.inWork) this.inWork -= 1;
    request.inWork = false;
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime: ms } = reply;
    observeResponse(method, route, status, ms / 1000);
    if (this.isDebugging)
      withContext(contextOf(request), () => log.debug({ method, route, status, ms }, 'Answered'));
    request.span?.set({ 'http.response.status_code': status });
    if (status >= 500) request.span?.fail(String(status));
    request.span?.end();
  }
}

/**
 * Has a connection, should it be closed after this answer, still read for a moment what comes in: to a client that
 * sends on, a closed one means a reset, which may overtake the answer.
 */
function closeSlowly(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Node takes a connection on which nothing was ever sent for a busy one, and would wait for it without end. */
function closeSilentConnections(server: FastifyInstance): void {
  const open = new Set<Socket>();
  server.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}

/** A reason not to read on: media types that we do not speak, or a query that means nothing here. */
function unreadable({ headers, query }: FastifyRequest, config: FastifyContextConfig): AppError | undefined {
  if (config.page) return undefined;
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && ('content-encoding' in headers || !isJson(headers['content-type'])))
    return new AppError('UnsupportedMediaType');
  if (!acceptsJson(headers.accept)) return new AppError('NotAcceptable');
  if (config.query) return undefined;
  const keys = Object.keys(query as object);
  return keys.length === 0 ? undefined : invalidArgument([{ code: 'unrecognized_keys', keys, message: '' }]);
}

function inContext(request: FastifyRequest, done: Done): void {
  if (isDeeperThan(request.body, MAX_BODY_DEPTH))
    return done(
      new AppError('InvalidArgument', { message: `The body nests deeper than ${MAX_BODY_DEPTH} levels.` }),
    );
  const deadline = performance.now() + ANSWER_MS;
  withContext({ ...contextOf(request), deadline }, done);
}

function contextOf({ id: requestId, actor, span }: FastifyRequest): Context {
  return {
    requestId,
    ...(actor ? { accountId: actor.accountId } : {}),
    ...(span?.traceparent ? { traceparent: span.traceparent } : {}),
  };
}

/** The route, never the path or the query: these hold what clients write. */
function spanOf({ id, method, routeOptions, headers: { traceparent } }: FastifyRequest): Span {
  const route = routeOptions.url ?? 'unknown';
  const attributes = { 'http.request.method': method, 'http.route': route, request_id: id };
  return startSpan(
    { name: `${method} ${route}`, kind: 'server', attributes },
    typeof traceparent === 'string' ? traceparent : undefined,
  );
}
