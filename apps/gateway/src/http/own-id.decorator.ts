// The parameter decorator of the id of a record that a request changes, of a kind that has built-in ones too.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError, asStored } from '#contracts';

/** The id in the path. Errors: MethodNotAllowed for a built-in record, which can only be read. */
export const OwnId = createParamDecorator(
  (isBuiltIn: (id: string) => boolean, context: ExecutionContext): string => {
    const { id } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
    if (isBuiltIn(id)) throw new AppError('MethodNotAllowed');
    return asStored(id);
  },
);
