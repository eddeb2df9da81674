// The parameter decorator of the id of a record that a request changes, of a kind that has built-in ones too.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contracts';

/** The id in the path. Errors: MethodNotAllowed for a built-in record, which can only be read. */
export const OwnId = createParamDecorator(
  (isBuiltIn: (id: string) => boolean, context: ExecutionContext): string => {
    const http = context.switchToHttp();
    const { id } = http.getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
    if (!isBuiltIn(id)) return id;
    http.getResponse<FastifyReply>().header('allow', 'GET, HEAD');
    throw new AppError('MethodNotAllowed');
  },
);
