// Answers a refusal of the model.
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { EngineError } from '../engine/index.ts';

@Catch(EngineError)
export class EngineErrorFilter implements ExceptionFilter<EngineError> {
  async catch({ status, body, retryAfter }: EngineError, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    await reply.code(status).headers(headers).send(body);
  }
}
