// The parameter decorator of the id of an application that a request changes.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isBuiltIn } from '#contracts';

/** The id in the path. Errors: MethodNotAllowed for a built-in application, which can only be read. */
export const CustomApplicationId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const http = context.switchToHttp();
  const { id } = http.getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
  if (!isBuiltIn(id)) return id;
  http.getResponse<FastifyReply>().header('allow', 'GET, HEAD');
  throw new AppError('MethodNotAllowed');
});
