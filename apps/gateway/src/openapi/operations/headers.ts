// The headers of requests and of answers, as the API document describes them.
import { IF_MATCH } from '../../conditional/index.ts';

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', example },
});

export const REQUEST_HEADERS = {
  'Accept-Language': text('Language of messages: `en` (default) or `zh`.', 'en'),
  'Idempotency-Key': {
    description:
      'Makes the request safe to repeat: for 24 hours the same key with the same body gives the first answer again. 1 to 255 printable ASCII characters.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]([ -~]*[!-~])?$', // spaces around it are no part of a header's value in HTTP
      example: 'a9f1c2d4-order-17',
    },
  },
  'If-None-Match': text(
    'The `ETag` of an earlier answer. The answer is 304 without a body as long as nothing has changed.',
    '"3"',
  ),
  'If-Match': {
    description:
      'The `ETag` of the version that is to be changed. The answer is 412 when there is a newer one. `*` or no header means any version.',
    schema: { type: 'string', pattern: IF_MATCH, example: '"3"' },
  },
  Prefer: text(
    '`wait=N` (RFC 7240): answer when the generation has ended, but after N seconds (at most 60) at the latest.',
    'wait=30',
  ),
  'Last-Event-ID': text('Id of the last event that the client has; the stream goes on after it.', '1.4'),
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
  'Preference-Applied': text('The preference that was applied.', 'wait=30'),
  Deprecation: text('Since when this operation is deprecated (RFC 9745).', '@1767225600'),
  Sunset: text('When this operation may be removed (RFC 8594).', 'Thu, 01 Jul 2027 00:00:00 GMT'),
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
    'How many requests are left (`r`), and in how many seconds the whole limit is available again (`t`).',
    '"read";r=2999;t=60',
  ),
  'WWW-Authenticate': text('How to authenticate (RFC 6750).', 'Bearer realm="api", error="invalid_token"'),
};

export type RequestHeader = keyof typeof REQUEST_HEADERS;
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** The headers of an answer that have these names. */
export function responseHeaders(names: readonly ResponseHeader[]) {
  return Object.fromEntries(names.map((name) => [name, RESPONSE_HEADERS[name]]));
}
