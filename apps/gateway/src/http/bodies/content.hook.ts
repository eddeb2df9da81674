// Checks what a request carries: its URL, its media types, its query, the size and the JSON of its body.
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts';
import { invalidArgument } from '#platform/errors';
import {
  CSV,
  EVENT_STREAM,
  isOneOf,
  JSON_TYPE,
  MERGE_PATCH,
  PLAIN_TEXT,
  preferred,
  timesSent,
} from '../headers.rules.ts';
import { flawOf } from './json.rules.ts';
import { flawOfUrl } from '../url.rules.ts';

/** Maximum bytes of a path with its query (RFC 9112 §3 asks for 8,000). */
const MAX_URL_BYTES = 8 * 1024;

/** Headers that must not be repeated: the second one could change the meaning of the request, and Node would ignore it. */
const SINGLE_HEADERS = ['Host', 'Content-Type'];

/** Media types of JSON. */
const JSON_TYPES = [JSON_TYPE, MERGE_PATCH];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a page or file for people, which is not JSON. */
    page?: boolean;
    /** Present when the route answers with a stream of events: always, or to clients that prefer one to JSON. */
    stream?: true | 'or-json';
    /** True when the route answers with a file, of a media type that its query chooses. */
    download?: boolean;
    /** True when the route takes query parameters. */
    query?: boolean;
    /** True when the route takes a body; an operation whose contract has one need not say so. */
    body?: boolean;
    /** Media types of a body that the route takes; absent: application/json. */
    mediaTypes?: readonly string[];
    /** Makes the body that JSON would have from a body that is a text and from the query. Errors: InvalidArgument. */
    textBody?: (text: string, isCsv: boolean, query: object) => object;
  }
}

/** Refuses a body that is too large by its Content-Length, before the session is known. Errors: PayloadTooLarge. */
export function checkDeclaredSize(
  { headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): AppError | undefined {
  if (Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit) return undefined;
  reply.header('connection', 'close');
  return new AppError('PayloadTooLarge');
}

/** Checks media types and the query. Errors: UnsupportedMediaType, NotAcceptable, InvalidArgument (the route takes no query). */
export function checkHeaders({ headers, query, routeOptions }: FastifyRequest): AppError | undefined {
  const { config } = routeOptions;
  if (config.page) return undefined;
  const types = config.mediaTypes ?? [JSON_TYPE];
  if (hasBody(headers) && ('content-encoding' in headers || !isOneOf(types, headers['content-type'])))
    return new AppError('UnsupportedMediaType', { message: `Send the body as ${types.join(' or ')}.` });
  const answered =
    config.stream === true ? [EVENT_STREAM] : [JSON_TYPE, ...(config.stream ? [EVENT_STREAM] : [])];
  if (!config.download && !preferred(answered, headers.accept)) return new AppError('NotAcceptable');
  const isText = config.textBody && !isOneOf([JSON_TYPE], headers['content-type']);
  if (config.query || isText) return undefined;
  const keys = Object.keys(query as object);
  return keys.length === 0 ? undefined : unknownFields(keys);
}

/** Whether the sender of a head says that a body follows. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

function unknownFields(keys: string[]): AppError {
  return invalidArgument([{ code: 'unrecognized_keys', keys, message: '' }]);
}

/** Refuses fields in the body of a route that takes none: their sender expects something of them. Errors: InvalidArgument. */
export function checkBody({ body, routeOptions }: FastifyRequest): AppError | undefined {
  const keys = routeOptions.config.body ? [] : Object.keys(body ?? {});
  return keys.length === 0 ? undefined : unknownFields(keys);
}

/** Checks the head. Errors: UriTooLong, InvalidArgument (a malformed URL; no Host, or a header twice; chunks in HTTP/1.0). */
export function checkHead({ url, headers, raw }: FastifyRequest, reply: FastifyReply): AppError | undefined {
  if (url.length > MAX_URL_BYTES) return new AppError('UriTooLong');
  if (raw.httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
    reply.header('connection', 'close'); // nobody knows where this request ends (RFC 9112 §6.1)
    return invalidArgument([{ path: ['Transfer-Encoding'], message: 'HTTP/1.0 has no Transfer-Encoding.' }]);
  }
  const flaw = flawOfUrl(url);
  if (flaw) return invalidArgument([flaw]);
  if (headers.host === undefined && raw.httpVersion === '1.1')
    return invalidArgument([{ path: ['Host'], message: 'Send a Host header.' }]);
  const repeated = SINGLE_HEADERS.find((name) => timesSent(raw.rawHeaders, name.toLowerCase()) > 1);
  return repeated
    ? invalidArgument([{ path: [repeated], message: `Send one ${repeated} header.` }])
    : undefined;
}

/** Parses bodies: unambiguous JSON, texts as their route says, and files as bytes. */
export function useBodyParsers(app: NestFastifyApplication): void {
  useStrictJson(app);
  app.useBodyParser<Server>([CSV, PLAIN_TEXT], {}, ({ routeOptions, headers, query }, body, done) => {
    const { textBody } = routeOptions.config;
    if (!textBody) return done(null, body);
    if (!isUtf8(body)) return done(invalidArgument([{ message: 'The body is not UTF-8.' }]));
    try {
      return done(null, textBody(body.toString(), isOneOf([CSV], headers['content-type']), query as object));
    } catch (error) {
      return done(error as Error);
    }
  });
}

/**
 * Parses bodies as unambiguous JSON. Errors: MalformedJson (also for fields that would poison a prototype),
 * InvalidArgument.
 */
function useStrictJson(app: NestFastifyApplication): void {
  const parse = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser<Server>(JSON_TYPES, {}, (request, body, done) => {
    if (!isUtf8(body)) return done(new AppError('MalformedJson', { message: 'The body is not UTF-8.' }));
    const text = body.toString();
    return parse(request, text, (error, value) => {
      const flaw = error ? undefined : flawOf(text);
      done(flaw ? invalidArgument([flaw]) : error, value);
    });
  });
}
