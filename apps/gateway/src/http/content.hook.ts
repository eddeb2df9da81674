// Checks what a request carries: the size and depth of its body, its media types, its query.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isDeeperThan } from '#contracts';
import { invalidArgument } from '#platform/errors';
import { acceptsJson, isJson } from './headers.rules.ts';

/** Maximum levels of nesting in a body. */
const MAX_BODY_DEPTH = 32;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a page or file for people, which is not JSON. */
    page?: boolean;
    /** True when the route takes query parameters. */
    query?: boolean;
  }
}

/** Refuses by Content-Length, before the session is known. Errors: PayloadTooLarge. */
export function checkDeclaredSize(
  { headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): AppError | undefined {
  if (Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit) return undefined;
  reply.header('connection', 'close');
  return new AppError('PayloadTooLarge');
}

/** Errors: UnsupportedMediaType, NotAcceptable, InvalidArgument (a query where the route takes none). */
export function checkHeaders({ headers, query, routeOptions }: FastifyRequest): AppError | undefined {
  const { config } = routeOptions;
  if (config.page) return undefined;
  const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
  if (hasBody && ('content-encoding' in headers || !isJson(headers['content-type'])))
    return new AppError('UnsupportedMediaType');
  if (!acceptsJson(headers.accept)) return new AppError('NotAcceptable');
  if (config.query) return undefined;
  const keys = Object.keys(query as object);
  return keys.length === 0 ? undefined : invalidArgument([{ code: 'unrecognized_keys', keys, message: '' }]);
}

/** Errors: InvalidArgument (the body nests too deep). */
export function checkBody({ body }: FastifyRequest): AppError | undefined {
  if (!isDeeperThan(body, MAX_BODY_DEPTH)) return undefined;
  return new AppError('InvalidArgument', { message: `The body nests deeper than ${MAX_BODY_DEPTH} levels.` });
}
