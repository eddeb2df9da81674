// Sends the HTTP response of an ErrorResponse.
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ErrorResponse } from '../errors/index.ts';

@Catch(ErrorResponse)
export class ErrorResponseFilter implements ExceptionFilter<ErrorResponse> {
  async catch({ status, body, headers }: ErrorResponse, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    await reply.code(status).headers(headers).send(body);
  }
}
