// Parameter decorators of controllers: the actor, the client and the idempotency key of a request.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defined, AppError, idempotencyKey, type Actor } from '#contracts';
import { invalidArgument } from '#platform/errors';
import { EVENT_STREAM, JSON_TYPE, preferred } from './headers.rules.ts';

const HEADER = 'Idempotency-Key';

/** The signed-in actor. Errors: Unauthenticated on a route without a session. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new AppError('Unauthenticated');
  return actor;
});

/** When the access token of the request expires, in Unix seconds. */
export const SessionEnd = createParamDecorator(
  (_: unknown, context: ExecutionContext): number =>
    context.switchToHttp().getRequest<FastifyRequest>().sessionExpiresAt,
);

/** True for a HEAD request, which Fastify gives to the handler of GET. */
export const IsHead = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean =>
    context.switchToHttp().getRequest<FastifyRequest>().method === 'HEAD',
);

/** True for a request that prefers a stream of events to JSON. */
export const WantsStream = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return preferred([JSON_TYPE, EVENT_STREAM], headers.accept) === EVENT_STREAM;
});

/** Where a request comes from. */
export interface Client {
  /** IP address. */
  address: string;
  userAgent?: string;
}

/** Maximum characters of a User-Agent that are kept. */
const USER_AGENT_LENGTH = 256;

/** The client of a request. */
export const CurrentClient = createParamDecorator((_: unknown, context: ExecutionContext): Client => {
  const { ip: address, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  const userAgent = headers['user-agent']?.slice(0, USER_AGENT_LENGTH) || undefined;
  return defined({ address, userAgent });
});

/** The Idempotency-Key as a field of the request to the owner; an empty object without the header. Errors: InvalidArgument. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): { idempotencyKey?: string } => {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    const [first, ...more] = raw.headersDistinct[HEADER.toLowerCase()] ?? [];
    if (first === undefined) return {};
    if (more.length > 0) throw invalidArgument([{ path: [HEADER], message: 'Send one Idempotency-Key.' }]);
    const key = idempotencyKey.safeParse(first);
    if (key.success) return { idempotencyKey: key.data };
    throw invalidArgument(key.error.issues.map(({ message }) => ({ path: [HEADER], message })));
  },
);
