// The parameter decorator of the scopes of an API key.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { AccessStep } from '#contracts';

/** Scopes of the API key of a request; undefined for the token of a session. */
export const KeyScopes = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly AccessStep[] | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().keyScopes ?? undefined,
);
