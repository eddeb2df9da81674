// Turns every failure of a request into the one error envelope: our own, Nest's and Fastify's.
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERRORS, type ErrorCode } from '#contracts';
import { errorToHttp, logError, toAppError } from '#platform/errors';
import { tagOf } from '../conditional/index.ts';
import { language } from './headers.rules.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const CODE_BY_STATUS: Record<number, ErrorCode> = {
  404: 'NotFound',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
};
const MALFORMED_JSON = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

/** Answers failed requests. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

/** Answers a request with an error; `thrown` may be anything. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toClientError(thrown);
  const { status } = ERRORS[error.code];
  logError(error, { request_id: request.id, method: request.method, route: request.routeOptions.url });
  const retryAfter = error.retryAfter ?? (error.code === 'Unavailable' ? 1 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (error.code === 'VersionMismatch') reply.header('etag', tagOf(error.details[0]?.message ?? ''));
  // Of a served method, it is a record that can only be read; RoutesHook has named the methods of the other paths.
  if (status === 405 && !reply.hasHeader('allow')) reply.header('allow', 'GET, HEAD');
  if (status === 401) reply.header('www-authenticate', challenge(error.code));
  reply
    .code(status)
    .headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': JSON_TYPE,
    })
    .send(JSON.stringify(errorToHttp(error, request.id, language(request.headers['accept-language']))));
}

/** WWW-Authenticate by RFC 6750 §3: no error code for a client that sent no credentials. */
function challenge(code: ErrorCode): string {
  return code === 'InvalidToken' ? 'Bearer realm="api", error="invalid_token"' : 'Bearer realm="api"';
}

/** Maps a framework's refusal of a request (status below 500) to our codes, and everything else as usual. */
function toClientError(thrown: unknown): AppError {
  const status = statusOf(thrown);
  if (thrown instanceof AppError || status === undefined || status >= 500) return toAppError(thrown);
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (MALFORMED_JSON.has(code)) return new AppError('MalformedJson', { cause });
  if (code === 'FST_ERR_BAD_URL') return new AppError('InvalidArgument', { target: 'path', cause });
  return new AppError(CODE_BY_STATUS[status] ?? 'InvalidArgument', { cause });
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  // Fastify sets statusCode on its own errors, and on the error of a client that stops within its body.
  return typeof thrown === 'object' && thrown && 'statusCode' in thrown
    ? Number(thrown.statusCode)
    : undefined;
}
