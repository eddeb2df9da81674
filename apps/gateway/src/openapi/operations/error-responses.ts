// Describes the error answers of operations in the API document, each of them once, among its components.
import { ApiExtension, type OpenAPIObject, type OperationObject, type ResponseObject } from '@nestjs/swagger';
import { COMMON_ERRORS, ERRORS, type ErrorCode } from '#contracts';
import { exampleError } from '../examples/examples.ts';
import { type ResponseHeader, responseHeaders } from './headers.ts';

/** What decides which error answers an operation has. */
interface Failing {
  /** True when the operation needs no session. */
  isPublic: boolean;
  /** True when requests are counted against a rate limit. */
  isCounted: boolean;
  /** True when the operation takes a body in JSON. */
  takesJson: boolean;
  /** The codes that only this operation has. */
  errors: readonly ErrorCode[];
}

/** Where an operation carries what decides, until describeErrors replaces it with the answers. */
const FAILING = 'x-failing';

/** Says how an operation may fail. The answers are no ApiResponse of it: there would be a thousand of them, of which few differ. */
export function mayFail(operation: Failing): MethodDecorator {
  return ApiExtension(FAILING, operation);
}

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** Refers from each operation to its error answers, whose body is of the schema `body`, and gives the answers for the components. */
export function describeErrors(operations: readonly OperationObject[], body: SchemaReference): Responses {
  const shared: Responses = {};
  for (const operation of operations as (OperationObject & { [FAILING]?: Failing })[]) {
    const failing = operation[FAILING];
    if (!failing) continue;
    delete operation[FAILING];
    for (const [status, codes] of answersOf(failing)) {
      const headers = errorHeaders(failing, status);
      // Answers with the same codes differ only in whether they count against a rate limit.
      const name = codes.join('Or') + (headers.includes('RateLimit') ? '' : 'Uncounted');
      shared[name] ??= errorAnswer(codes, headers, body);
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return shared;
}

interface SchemaReference {
  $ref: string;
}

function errorAnswer(
  codes: readonly ErrorCode[],
  headers: readonly ResponseHeader[],
  schema: SchemaReference,
): ResponseObject {
  const examples = codes.map(
    (code) => [code, { summary: ERRORS[code].en, value: exampleError(code) }] as const,
  );
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].en}`).join('\n\n'),
    headers: responseHeaders(headers),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

/** The codes of an operation by status. */
function answersOf(operation: Failing): Map<number, ErrorCode[]> {
  const possible = new Set([...gatewayErrors(operation), ...operation.errors]);
  const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => possible.has(code));
  return Map.groupBy(inOrder, (code) => ERRORS[code].status);
}

/** Errors of the gateway itself. */
function gatewayErrors({ isPublic, isCounted, takesJson }: Failing): ErrorCode[] {
  const codes: ErrorCode[] = [...COMMON_ERRORS, 'NotAcceptable', 'UnsupportedMediaType'];
  codes.push('PayloadTooLarge'); // also of an operation without a body: a client may send one all the same
  codes.push('UriTooLong', 'HeadersTooLarge', 'MisdirectedRequest');
  if (!isPublic) codes.push('Unauthenticated', 'InvalidToken', 'Forbidden');
  if (isCounted) codes.push('TooManyRequests');
  if (takesJson) codes.push('MalformedJson');
  return codes;
}

function errorHeaders(operation: Failing, status: number): ResponseHeader[] {
  return ['X-Request-Id', ...rateLimitHeaders(operation, status), ...statusHeaders(status)];
}

function statusHeaders(status: number): ResponseHeader[] {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 412) return ['ETag'];
  return [409, 429, 503].includes(status) ? ['Retry-After'] : [];
}

/** The rate limit headers of an answer. A request that is too large, or whose session is unknown, is not counted. */
export function rateLimitHeaders(
  { isPublic, isCounted }: Pick<Failing, 'isPublic' | 'isCounted'>,
  status: number,
): ResponseHeader[] {
  const isTooLarge = [413, 414, 431].includes(status);
  if (!isCounted || isTooLarge || (status === 401 && !isPublic)) return [];
  return ['RateLimit-Policy', 'RateLimit'];
}
