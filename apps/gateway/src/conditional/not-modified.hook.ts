// Answers 304 instead of a body that the client already has (RFC 9110 §13.1.2).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownTag } from './entity-tags.rules.ts';

/**
 * Turns a successful answer to a GET into a 304 when the client has it already, by its tag. Returns null as the new body, and
 * undefined when the body is to stay as it is. The answer to a HEAD keeps its body, because it tells the length.
 */
export function withoutKnownBody({ method, headers }: FastifyRequest, reply: FastifyReply): null | undefined {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const tag = reply.getHeader('etag');
  if (typeof tag !== 'string' || reply.statusCode !== 200 || !isKnownTag(tag, ifNoneMatch)) return undefined;
  reply.code(304).removeHeader('content-type');
  return method === 'GET' ? null : undefined;
}
