// Requests of the fuzzer: valid by the API document, with one error, or garbage.
import { fc } from '#testing/property';
import type { ApiDocument, Operation, Parameter } from '#testing/http';
import { csvBodies } from './csv.ts';
import { nearly, oddText, valid, type Words } from './values.ts';

type Header = readonly [name: string, value: string];

/** A request of the fuzzer. Token, host and length are added when it is sent, unless it has its own. */
export interface FuzzRequest {
  /** Valid by the document, with one error, or anything. */
  kind: 'valid' | 'near' | 'garbage';
  method: string;
  /** Path and query as they are sent. */
  target: string;
  headers: readonly Header[];
  body: string | Uint8Array | undefined;
}

/** Requests of all kinds to an operation. */
export function requestsTo(api: ApiDocument, operation: Operation, words: Words): fc.Arbitrary<FuzzRequest> {
  const good = goodRequests(api, operation, words);
  const requests = fc.oneof(
    { weight: 3, arbitrary: good },
    { weight: 5, arbitrary: nearRequests(api, operation, words, good) },
    { weight: 3, arbitrary: fc.oneof(...garbage(good)) },
  );
  return operation.mediaTypes.includes(CSV) ? fc.oneof(requests, csvRequests(words, good)) : requests;
}

const CSV = 'text/csv';

/** Requests of all kinds with a body in CSV. */
function csvRequests(words: Words, good: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> {
  const bodies = csvBodies(words);
  const of = (kind: FuzzRequest['kind']) =>
    fc.tuple(good, bodies[kind]).map(([request, body]): FuzzRequest => {
      const headers = [...request.headers, ['Content-Type', CSV] as const];
      return { ...request, kind, headers, body };
    });
  return fc.oneof(of('valid'), of('near'), of('garbage'));
}

/** A request as bytes, with a token unless the request has its own authorization. */
export function bytesOf({ method, target, headers, body }: FuzzRequest, token: string | undefined): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  // A chunked body without its last chunk never ends, so the server would wait for it.
  const payload = Buffer.from(body ?? (names.has('transfer-encoding') ? '0\r\n\r\n' : ''));
  const own = (name: string, value: string | undefined): Header[] =>
    value === undefined || names.has(name) ? [] : [[name, value]];
  const isFramed = names.has('content-length') || names.has('transfer-encoding');
  const lines = [
    ...own('host', 'localhost'),
    ...own('authorization', token && `Bearer ${token}`),
    ...own('content-type', body === undefined ? undefined : 'application/json'),
    ...own('content-length', body === undefined || isFramed ? undefined : String(payload.length)),
    ...headers,
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, payload]);
}

/** A text encoded for a URL; a lone surrogate cannot be encoded and is replaced. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function goodRequests(api: ApiDocument, operation: Operation, words: Words): fc.Arbitrary<FuzzRequest> {
  const of = (place: Parameter['in']): fc.Arbitrary<Record<string, unknown>> => {
    const parameters = operation.parameters.filter((one) => one.in === place);
    const entries = parameters.map((one) => [one.name, valid(api, one.schema, words, one.name)] as const);
    const requiredKeys = place === 'path' ? parameters.map((one) => one.name) : [];
    return fc.record(Object.fromEntries(entries), { requiredKeys });
  };
  const body = operation.body ? valid(api, operation.body, words) : fc.constant(undefined);
  return fc
    .record({ path: of('path'), query: of('query'), headers: of('header'), body })
    .map(({ path, query, headers, body: value }) => ({
      kind: 'valid' as const,
      method: operation.method.toUpperCase(),
      target: targetOf(operation, path, Object.entries(query)),
      headers: Object.entries(headers)
        .map(([name, one]): Header => [name, String(one)])
        .filter(([, one]) => /^[!-~]+$/.test(one)),
      body: value === undefined ? undefined : JSON.stringify(value),
    }));
}

function targetOf(operation: Operation, path: object, query: [string, unknown][]): string {
  const filled = Object.entries(path).reduce(
    (whole, [name, value]) => whole.replace(`{${name}}`, encoded(String(value)) || '-'),
    operation.path,
  );
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
}

/** Requests with one error in their body, path, query or known headers. */
function nearRequests(
  api: ApiDocument,
  operation: Operation,
  words: Words,
  good: fc.Arbitrary<FuzzRequest>,
): fc.Arbitrary<FuzzRequest> {
  const near = (change: Partial<FuzzRequest> & { request: FuzzRequest }): FuzzRequest => {
    const { request, ...rest } = change;
    return { ...request, ...rest, kind: 'near' };
  };
  const changed: fc.Arbitrary<FuzzRequest>[] = [
    fc.tuple(good, query).map(([request, more]) => {
      const [path = '', rest] = request.target.split('?');
      return near({ request, target: `${path}?${rest === undefined ? more : `${rest}&${more}`}` });
    }),
    fc
      .tuple(good, fc.constantFrom(...HEADERS))
      .map(([request, header]) => near({ request, headers: [...request.headers, header] })),
  ];
  if (operation.path.includes('{'))
    changed.push(
      fc
        .tuple(good, ids)
        .map(([request, id]) => near({ request, target: operation.path.replace(/\{\w+\}/, id) })),
    );
  if (operation.body) {
    const bodies = nearly(valid(api, operation.body, words));
    const one = fc.tuple(good, bodies).map(([request, body]) => near({ request, body }));
    changed.push(one, one, one, one);
  }
  return fc.oneof(...changed);
}

/** Unknown ids, encoded well or badly. */
const ids: fc.Arbitrary<string> = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  oddText.map((text) => encoded(text) || '%20'),
  fc.constantFrom('%zz', '%', '%00', '%c0%af', '..%2f..', '.', '..', ';', '%ff', '*', "'", 'x'.repeat(9000)),
);

const name = fc.oneof(
  fc.constantFrom('limit', 'genre', 'nextToken', 'access_token', 'limit[]', 'genre[$ne]', '__proto__', ''),
  oddText.map(encoded),
);
const value = fc.oneof(
  fc.constantFrom('', '0', '-1', '101', '1.5', '1e1', '0x10', '10abc', '%zz', '%00', 'custom', 'Custom'),
  oddText.map(encoded),
  fc.constant('x'.repeat(3000)),
);
const query = fc.oneof(
  fc.tuple(name, value).map((pair) => pair.join('=')),
  fc.constantFrom('&', '=', '?', '&&&', 'a=1;b=2', 'limit=1&limit=2', 'limit', '%'),
);

const KEYS = ['', ' ', 'a'.repeat(255), 'a'.repeat(256), 'sch\u00fcssel', 'tab\there', "' OR 1=1 --"];
const PREFERENCES = [
  'wait=1',
  'wait=-1',
  'wait=1e9',
  'wait',
  'wait=0',
  'wait="1"',
  'wait=1, wait=2',
  ';;',
  '\u00ff',
];
const LANGUAGES = ['zh', '*', 'en;q=0', 'zh;q=nan', ',,,;', '\u00e9', 'x'.repeat(2000), 'zh-'.repeat(500)];
/** Odd values of headers that the API reads. */
const HEADERS: Header[] = [
  ...KEYS.map((key): Header => ['Idempotency-Key', key]),
  ...PREFERENCES.map((one): Header => ['Prefer', one]),
  ...LANGUAGES.map((one): Header => ['Accept-Language', one]),
];

/** Headers that are unsupported, untrue or malformed. */
const ODD_HEADERS: Header[] = [
  ...['text/html', '*/*;q=0', 'application/json;q=0', ',', '\u00ff', 'a/b;c="'].map((v): Header => [
    'Accept',
    v,
  ]),
  ...['text/plain', '', 'application/json; charset=utf-16', 'multipart/form-data', 'a', '\u00ff/\u00ff'].map(
    (v): Header => ['Content-Type', v],
  ),
  ...['', 'Bearer', 'Basic dTpw', 'Bearer a.b.c', 'Bearer \u00ff', 'bearer x'].map((v): Header => [
    'Authorization',
    v,
  ]),
  ...['-1', '1e3', '+2', '0x2', '2, 2', '99999999', '99999999999999999999', 'x'].map((v): Header => [
    'Content-Length',
    v,
  ]),
  ...['gzip', 'chunked, gzip', 'identity', 'chunked', 'xchunked'].map((v): Header => [
    'Transfer-Encoding',
    v,
  ]),
  ...['gzip', 'identity', 'br', ''].map((v): Header => ['Content-Encoding', v]),
  ...['', 'a b', 'x'.repeat(2000), '[::1', '\u00ff'].map((v): Header => ['Host', v]),
  ...['100-continue', '200-ok', ''].map((v): Header => ['Expect', v]),
  ...['Upgrade', 'close', 'keep-alive, x'].map((v): Header => ['Connection', v]),
  ['Upgrade', 'websocket'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Request-Id', 'mine'],
  ['Cookie', '__proto__=1'],
  ['Range', 'bytes=0-1'],
  ['If-None-Match', '*'],
  ['traceparent', '00-zz-zz-zz'],
  ['X-Long', 'x'.repeat(20_000)],
  ['Bad Name', 'x'],
  ['X-Control', 'a\u0001b'],
];
const METHODS = [
  'DELETE',
  'PUT',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'HEAD',
  'PROPFIND',
  'QUERY',
  'NONSENSE',
  'get',
  'G\u00cbT',
];
const TARGETS = [
  '*',
  '//',
  '/..',
  'http://other.example/',
  '/%zz',
  '/\u00ff',
  '/a b',
  'x',
  '/api/v2/products/',
  '/api//v2',
];

/** Requests that no client would send. */
function garbage(good: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest>[] {
  const odd = <T>(
    values: fc.Arbitrary<T>,
    change: (request: FuzzRequest, value: T) => Partial<FuzzRequest>,
  ) =>
    fc
      .tuple(good, values)
      .map(([request, one]): FuzzRequest => ({ ...request, ...change(request, one), kind: 'garbage' }));
  return [
    odd(fc.constantFrom(...ODD_HEADERS), ({ headers }, header) => ({ headers: [...headers, header] })),
    odd(fc.tuple(fc.constantFrom(...ODD_HEADERS), fc.constantFrom(...ODD_HEADERS)), (_, headers) => ({
      headers,
    })),
    odd(fc.constantFrom(...METHODS), (_, method) => ({ method })),
    odd(fc.constantFrom(...TARGETS), (_, target) => ({ target })),
    odd(fc.uint8Array({ maxLength: 64 }), (_, body) => ({ body })),
    odd(oddText, (_, body) => ({ body })),
    odd(fc.double({ min: 0, max: 0.99, noNaN: true }), ({ body }, share) => ({
      body: typeof body === 'string' ? body.slice(0, body.length * share) : '{"a":',
    })),
  ];
}
