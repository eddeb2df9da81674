// Describes the error answers of operations, and puts each of them once into the components of the API document.
import { ApiResponse, type OpenAPIObject, type OperationObject, type ResponseObject } from '@nestjs/swagger';
import { COMMON_ERRORS, errorResponse, ERRORS, type ErrorCode } from '#contracts';
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

/** Describes each error answer of an operation. */
export function errorResponses(operation: Failing): MethodDecorator[] {
  const possible = new Set([...gatewayErrors(operation), ...operation.errors]);
  const inOrder = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => possible.has(code));
  const byStatus = Map.groupBy(inOrder, (code) => ERRORS[code].status);
  return [...byStatus].map(([status, codes]) =>
    ApiResponse({
      status,
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].en}`).join('\n\n'),
      standardSchema: errorResponse,
      headers: responseHeaders([
        'X-Request-Id',
        ...rateLimitHeaders(operation, status),
        ...errorHeaders(status),
      ]),
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: ERRORS[code].en, value: exampleError(code) }]),
      ),
    }),
  );
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

function errorHeaders(status: number): ResponseHeader[] {
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

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** Moves the error answers of operations to the components, where equal ones are one, and refers to them. */
export function shareErrorResponses(operations: readonly OperationObject[]): Responses {
  const shared: Responses = {};
  for (const { responses } of operations)
    for (const [status, response] of Object.entries(responses)) {
      if (status < '400' || !response || '$ref' in response) continue;
      const name = nameOf(response);
      shared[name] = response;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  return shared;
}

/** A name of an error answer. Answers with the same codes differ only in whether they count against a rate limit. */
function nameOf({ content, headers = {} }: ResponseObject): string {
  const codes = Object.keys(content?.['application/json']?.examples ?? {});
  return codes.join('Or') + ('RateLimit' in headers ? '' : 'Uncounted');
}
