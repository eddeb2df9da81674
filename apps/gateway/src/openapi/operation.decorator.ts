// The decorator of operations: it declares how an operation is served, and documents it.
import { applyDecorators, Header, HttpCode } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiBearerAuth,
  ApiConsumes,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiResponse,
} from '@nestjs/swagger';
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import { COMMON_ERRORS, errorResponse, ERRORS, type ErrorCode, type RequestDefinition } from '#contracts';
import { REQUIRED_ACCESS } from '../access/index.ts';
import { IF_MATCH } from '../conditional/index.ts';
import { exampleError } from './examples/examples.ts';

/** An operation of the API. */
export interface OperationSpec {
  /** operationId of the API document. */
  id: string;
  summary: string;
  description: string;
  /** The request that the operation forwards to an owner, if it does; its errors are errors of the operation. */
  forwardsTo?: RequestDefinition;
  /** Errors of the gateway that only this operation has. */
  errors?: readonly ErrorCode[];
  /** How the route is served; see FastifyContextConfig. */
  route?: Pick<
    FastifyContextConfig,
    | 'public'
    | 'addressLimit'
    | 'query'
    | 'bodyLimit'
    | 'mediaTypes'
    | 'textBody'
    | 'creates'
    | 'stream'
    | 'download'
    | 'access'
  >;
  /** True when the operation takes a body. */
  body?: true;
  /** True when a client may wait for the result with `Prefer: wait`. */
  waits?: true;
  /** The headers of conditional requests that the operation knows. */
  conditional?: readonly ('ETag' | 'If-None-Match' | 'If-Match')[];
  /** Since when clients should leave the operation, and from when on it may be gone: days such as 2027-01-31. */
  deprecated?: { since: string; sunset: string };
  answer: Answer | NoContent;
  /** The answer to a request that asks only to compute. */
  computed?: Answer & { status: 200 };
}

/** An answer with a body. */
interface Answer {
  status: 200 | 201 | 202;
  schema: z.ZodType;
  description: string;
  /** That of a download has a text for each media type. */
  example: unknown;
}

/** An answer without a body. */
interface NoContent {
  status: 204;
  description: string;
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', example },
});

const REQUEST_HEADERS = {
  'Accept-Language': text('Language of messages: `en` (default) or `zh`.', 'en'),
  'Idempotency-Key': {
    description:
      'Makes the request safe to repeat: for 24 hours the same key with the same body gives the first answer again. 1 to 255 printable ASCII characters.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]([ -~]*[!-~])?$', // HTTP takes the spaces around it away
      example: 'a9f1c2d4-order-17',
    },
  },
  'If-None-Match': text('The `ETag` of an earlier answer: 304 without a body while it is the same.', '"3"'),
  'If-Match': {
    description:
      'The `ETag` of the version that is meant: 412 when there is a newer one. `*` or no header means any version.',
    schema: { type: 'string', pattern: IF_MATCH, example: '"3"' },
  },
  Prefer: text(
    '`wait=N` (RFC 7240): answer when the record has ended, or after N seconds, at most 60.',
    'wait=30',
  ),
  'Last-Event-ID': text('The last event that the client has; the stream goes on after it.', '1.4'),
};

const RESPONSE_HEADERS = {
  'X-Request-Id': text(
    'Id of this request; name it when you ask for help.',
    '019a8e9c-8f3b-7d50-b9d6-0c5a4be0a9f1',
  ),
  Location: text(
    'Path of the resource that was made.',
    '/api/v2/generations/019a8e9c-9a41-7c02-8d53-5f0e6a7b8c9d',
  ),
  'Content-Disposition': text('The name of the file.', 'attachment; filename="products.csv"'),
  'Idempotency-Replayed': text('`true` when an earlier request with the same key made the resource.', 'true'),
  'Preference-Applied': text('The preference that was heeded.', 'wait=30'),
  Deprecation: text('Since when clients should leave this operation (RFC 9745).', '@1767225600'),
  Sunset: text('From when on this operation may be gone (RFC 8594).', 'Thu, 01 Jul 2027 00:00:00 GMT'),
  ETag: text('Tag of this version, for `If-None-Match` and `If-Match`.', '"3"'),
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer', example: 1 },
  },
  'RateLimit-Policy': text(
    'The limit that counts here: requests (`q`) in a window of seconds (`w`).',
    '"read";q=3000;w=60',
  ),
  RateLimit: text(
    'Requests that are left (`r`) and seconds until all are there again (`t`).',
    '"read";r=2999;t=60',
  ),
  'WWW-Authenticate': text('How to authenticate (RFC 6750).', 'Bearer realm="api", error="invalid_token"'),
};

type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const pick = (names: readonly ResponseHeader[]) =>
  Object.fromEntries(names.map((name) => [name, RESPONSE_HEADERS[name]]));

/** Serves and documents an operation. */
export function Operation(spec: OperationSpec): MethodDecorator {
  const { id, summary, description, route = {}, answer, deprecated } = spec;
  return applyDecorators(
    RouteConfig(route),
    HttpCode(answer.status),
    ApiOperation({
      operationId: id,
      summary,
      description,
      ...(route.public ? { security: [] } : {}),
      ...(deprecated ? { deprecated: true } : {}),
    }),
    ...(deprecated ? deprecationHeaders(deprecated) : []),
    ...(route.public ? [] : [ApiBearerAuth(), ApiExtension(REQUIRED_ACCESS, route.access ?? {})]),
    ...(spec.forwardsTo?.passthrough ? [Header('content-type', 'application/json; charset=utf-8')] : []),
    ...requestHeaders(spec),
    ...(route.mediaTypes ? [ApiConsumes(...route.mediaTypes)] : []),
    ...successResponses(spec),
    ...computedResponse(spec),
    ...notModified(spec),
    ...errorResponses(spec),
  );
}

/** Tells clients on every answer of the operation. */
function deprecationHeaders({ since, sunset }: NonNullable<OperationSpec['deprecated']>): MethodDecorator[] {
  const deprecation = `@${Date.parse(since) / 1000}`;
  return [Header('deprecation', deprecation), Header('sunset', new Date(sunset).toUTCString())];
}

function successResponses(spec: OperationSpec): MethodDecorator[] {
  const { answer, route } = spec;
  const { status, description } = answer;
  const headers = pick(['X-Request-Id', ...rateLimitHeaders(spec, status), ...successHeaders(spec)]);
  if (answer.status === 204) return [ApiResponse({ status, description, headers })];
  const { schema, example } = answer;
  if (route?.stream === true) {
    const content = { 'text/event-stream': { schema: { type: 'string' as const }, example } };
    const ended = 'The client has the last event: it must not open the stream again.';
    return [
      ApiResponse({ status, description, headers, content }),
      ApiResponse({ status: 204, description: ended, headers }),
    ];
  }
  if (route?.download) {
    const files = Object.entries(example as Record<string, string>);
    const content = files.map(
      ([type, text]) => [type, { schema: { type: 'string' as const }, example: text }] as const,
    );
    const named = { ...headers, ...pick(['Content-Disposition']) };
    return [ApiResponse({ status, description, headers: named, content: Object.fromEntries(content) })];
  }
  return [ApiResponse({ status, description, standardSchema: schema, headers, example })];
}

function computedResponse(spec: OperationSpec): MethodDecorator[] {
  if (!spec.computed) return [];
  const { status, description, schema, example } = spec.computed;
  const headers = pick(['X-Request-Id', ...rateLimitHeaders(spec, status)]);
  return [ApiResponse({ status, description, standardSchema: schema, headers, example })];
}

function requestHeaders({ route, waits, conditional = [] }: OperationSpec): MethodDecorator[] {
  const names: (keyof typeof REQUEST_HEADERS)[] = ['Accept-Language'];
  names.push(...conditional.filter((name) => name !== 'ETag'));
  if (route?.creates !== undefined) names.push('Idempotency-Key');
  if (waits) names.push('Prefer');
  if (route?.stream) names.push('Last-Event-ID');
  return names.map((name) => ApiHeader({ name, required: false, ...REQUEST_HEADERS[name] }));
}

function notModified(spec: OperationSpec): MethodDecorator[] {
  if (!spec.conditional?.includes('If-None-Match')) return [];
  const headers = pick(['X-Request-Id', ...rateLimitHeaders(spec, 304), 'ETag']);
  return [ApiResponse({ status: 304, description: 'As in the answer that `If-None-Match` names.', headers })];
}

function successHeaders({ route, waits, conditional, deprecated }: OperationSpec): ResponseHeader[] {
  const names: ResponseHeader[] = route?.creates ? ['Location'] : [];
  if (deprecated) names.push('Deprecation', 'Sunset');
  if (route?.creates !== undefined) names.push('Idempotency-Replayed');
  if (conditional?.includes('ETag')) names.push('ETag');
  return waits ? [...names, 'Preference-Applied'] : names;
}

/** True when requests are counted against a rate limit. */
function isCounted(route: OperationSpec['route']): boolean {
  return !route?.public || route.addressLimit !== undefined;
}

/** Errors of the gateway itself on such a route, and those of the owner. */
function possibleErrors({ route, body, errors = [], forwardsTo }: OperationSpec): Set<ErrorCode> {
  const codes: ErrorCode[] = [...COMMON_ERRORS, 'NotAcceptable', 'UnsupportedMediaType'];
  codes.push('PayloadTooLarge'); // also for a body where the operation takes none
  codes.push('UriTooLong', 'HeadersTooLarge');
  if (!route?.public) codes.push('Unauthenticated', 'InvalidToken', 'Forbidden');
  if (isCounted(route)) codes.push('TooManyRequests');
  if (body) codes.push('MalformedJson');
  return new Set([...codes, ...errors, ...(forwardsTo?.errors ?? [])]);
}

function errorResponses(spec: OperationSpec): MethodDecorator[] {
  const byStatus = Map.groupBy(possibleErrors(spec), (code) => ERRORS[code].status);
  return [...byStatus].map(([status, codes]) =>
    ApiResponse({
      status,
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].en}`).join('\n\n'),
      standardSchema: errorResponse,
      headers: pick(['X-Request-Id', ...rateLimitHeaders(spec, status), ...errorHeaders(status)]),
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: ERRORS[code].en, value: exampleError(code) }]),
      ),
    }),
  );
}

function errorHeaders(status: number): ResponseHeader[] {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 412) return ['ETag'];
  return [409, 429, 503].includes(status) ? ['Retry-After'] : [];
}

/** The rate limit headers of a response. A request that is too large, or whose session is unknown, is not counted. */
function rateLimitHeaders({ route }: OperationSpec, status: number): ResponseHeader[] {
  const isTooLarge = [413, 414, 431].includes(status);
  if (!isCounted(route) || isTooLarge || (status === 401 && !route?.public)) return [];
  return ['RateLimit-Policy', 'RateLimit'];
}
