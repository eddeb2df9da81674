// Parameter decorators of conditional requests: the version that a write is meant for, and the tag of an answer.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bytesHash } from '#platform/crypto';
import { invalidArgument } from '#platform/errors';
import { demandedVersion, tagOf } from './entity-tags.rules.ts';

/** If-Match as a field of the request to the owner; an empty object when any version will do. Errors: InvalidArgument. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): { ifVersion?: number } => {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const ifVersion = demandedVersion(headers['if-match']);
    if (ifVersion === 'malformed')
      throw invalidArgument([{ path: ['If-Match'], message: 'Send * or an entity tag such as "3".' }]);
    return ifVersion === undefined ? {} : { ifVersion };
  },
);

/** Sets ETag, and returns the answer. */
export type TaggedAnswer = <T extends object>(answer: T) => T;

/** Tags an answer with the `version` of its record, which may be JSON. */
export const VersionTag = createParamDecorator((_: unknown, context: ExecutionContext): TaggedAnswer => {
  const reply = context.switchToHttp().getResponse<FastifyReply>();
  return (answer) => {
    const record: unknown = Buffer.isBuffer(answer) ? JSON.parse(answer.toString()) : answer;
    const { version } = record as { version?: number };
    if (version !== undefined) reply.header('etag', tagOf(version));
    return answer;
  };
});

/** Tags an answer that has no version, such as a page, with a hash of its bytes. */
export const ContentTag = createParamDecorator(
  (_: unknown, context: ExecutionContext): ((answer: Buffer) => Buffer) => {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return (answer) => {
      reply.header('etag', `W/"${bytesHash(answer)}"`);
      return answer;
    };
  },
);
