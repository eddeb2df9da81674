// Sends a refusal as the error response that it is.
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Refusal } from './refusal.rules.ts';

@Catch(Refusal)
export class RefusalFilter implements ExceptionFilter<Refusal> {
  async catch({ status, body, headers }: Refusal, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    await reply.code(status).headers(headers).send(body);
  }
}
