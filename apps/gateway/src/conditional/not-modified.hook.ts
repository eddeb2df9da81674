// Answers 304 in place of what the client has already (RFC 9110 §13.1.2).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownTag } from './entity-tags.rules.ts';

/**
 * Makes a successful answer to a GET a 304 when the client knows it by its tag. Returns null, which is its body then, or
 * undefined when the body stays as it is: the answer to a HEAD has none, but tells its length.
 */
export function withoutKnownBody({ method, headers }: FastifyRequest, reply: FastifyReply): null | undefined {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const tag = reply.getHeader('etag');
  if (typeof tag !== 'string' || reply.statusCode !== 200 || !isKnownTag(tag, ifNoneMatch)) return undefined;
  reply.code(304).removeHeader('content-type');
  return method === 'GET' ? null : undefined;
}
