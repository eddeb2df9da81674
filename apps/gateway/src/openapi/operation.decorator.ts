// One decorator says everything about an operation: how it is served and how it is documented.
import { applyDecorators, HttpCode } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import { errorResponse, ERRORS, type ErrorCode } from '#contracts';
import { exampleError } from './examples.rules.ts';

/** Everything about an operation. */
export interface OperationSpec {
  /** operationId of the API document. */
  id: string;
  tag: 'Accounts' | 'Products' | 'Generations';
  summary: string;
  description: string;
  /** How it is served; see FastifyContextConfig. */
  route?: Pick<FastifyContextConfig, 'public' | 'signIn' | 'query' | 'bodyLimit'>;
  /** True when it takes a body. */
  body?: true;
  request?: readonly (keyof typeof REQUEST_HEADERS)[];
  answer: {
    status: 200 | 201 | 202;
    schema: z.ZodType;
    description: string;
    example: unknown;
    headers?: readonly (keyof typeof RESPONSE_HEADERS)[];
  };
  /** Errors beyond those that every such operation may answer with. */
  errors?: readonly ErrorCode[];
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', example },
});

const REQUEST_HEADERS = {
  'Idempotency-Key': {
    description:
      'Makes the request safe to repeat: for 24 hours the same key with the same body gives the first answer again. 1 to 255 printable ASCII characters.',
    schema: { type: 'string', minLength: 1, maxLength: 255, example: 'a9f1c2d4-order-17' },
  },
  Prefer: text(
    '`wait=N` (RFC 7240): answer when the record has ended, or after N seconds, at most 60.',
    'wait=30',
  ),
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
  'Idempotency-Replayed': text('`true` when an earlier request with the same key made the resource.', 'true'),
  'Preference-Applied': text('The preference that was heeded.', 'wait=30'),
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

const pick = (names: readonly (keyof typeof RESPONSE_HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, RESPONSE_HEADERS[name]]));

/** Serves and documents an operation. */
export function Operation(spec: OperationSpec): MethodDecorator {
  const { id, tag, summary, description, route = {}, answer } = spec;
  const decorators = [
    RouteConfig(route),
    HttpCode(answer.status),
    ApiOperation({
      operationId: id,
      tags: [tag],
      summary,
      description,
      ...(route.public ? { security: [] } : {}),
    }),
    ApiHeader({
      name: 'Accept-Language',
      required: false,
      ...text('Language of messages: `en` (default) or `zh`.', 'en'),
    }),
    ...(spec.request ?? []).map((name) => ApiHeader({ name, required: false, ...REQUEST_HEADERS[name] })),
    ApiResponse({
      status: answer.status,
      description: answer.description,
      standardSchema: answer.schema,
      headers: pick(['X-Request-Id', ...countedHeaders(spec, answer.status), ...(answer.headers ?? [])]),
      example: answer.example,
    }),
    ...errorResponses(spec),
  ];
  if (!route.public) decorators.push(ApiBearerAuth());
  return applyDecorators(...decorators);
}

/** True when requests are counted against a limit. */
function isCounted(route: OperationSpec['route']): boolean {
  return !route?.public || route.signIn === true;
}

function possibleErrors({ route, body, errors = [] }: OperationSpec): ErrorCode[] {
  const mayHappen: ErrorCode[] = [
    'InvalidArgument',
    'NotAcceptable',
    'PayloadTooLarge', // also of a body that nobody asked for
    'UnsupportedMediaType',
    'InternalFault',
    'Unavailable',
    'UpstreamTimeout',
  ];
  if (!route?.public) mayHappen.push('Unauthenticated', 'InvalidToken');
  if (isCounted(route)) mayHappen.push('TooManyRequests');
  if (body) mayHappen.push('MalformedJson');
  return [...mayHappen, ...errors];
}

function errorResponses(spec: OperationSpec): MethodDecorator[] {
  const byStatus = Map.groupBy(possibleErrors(spec), (code) => ERRORS[code].status);
  return [...byStatus].map(([status, group]) =>
    ApiResponse({
      status,
      description: group.map((code) => `\`${code}\`: ${ERRORS[code].en}`).join('\n\n'),
      standardSchema: errorResponse,
      headers: pick(['X-Request-Id', ...countedHeaders(spec, status), ...headersOf(status)]),
      examples: Object.fromEntries(
        group.map((code) => [code, { summary: ERRORS[code].en, value: exampleError(code) }]),
      ),
    }),
  );
}

function headersOf(status: number): (keyof typeof RESPONSE_HEADERS)[] {
  if (status === 401) return ['WWW-Authenticate'];
  return [409, 429, 503].includes(status) ? ['Retry-After'] : [];
}

/** Before a request is counted it can only be too large, or its sender unknown. */
function countedHeaders({ route }: OperationSpec, status: number): (keyof typeof RESPONSE_HEADERS)[] {
  if (!isCounted(route) || status === 413 || (status === 401 && !route?.public)) return [];
  return ['RateLimit-Policy', 'RateLimit'];
}
