// Serves the model API: lists the models and answers chat completions, whole or streamed. Shows tests the requests that
// the models received; they hold prompts, so they need the key too.
import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { MODEL_NAMES } from './sandbox-models.rules.ts';
import { ChatService, type RecordedRequest } from './chat.service.ts';
import { ModelKeyGuard } from './model-key.guard.ts';

@Controller('v1')
@UseGuards(ModelKeyGuard)
export class ChatController {
  constructor(private readonly chats: ChatService) {}

  @Get('models')
  models(): object {
    const data = MODEL_NAMES.map((id) => ({ id, object: 'model', created: 0, owned_by: 'sandbox' }));
    return { object: 'list', data };
  }

  @Get('debug/requests')
  requests(): readonly RecordedRequest[] {
    return this.chats.requests();
  }

  @Delete('debug/requests')
  @HttpCode(204)
  clearRequests(): void {
    this.chats.clearRequests();
  }

  @Post('chat/completions')
  @HttpCode(200)
  async complete(@Body() body: unknown, @Res() reply: FastifyReply): Promise<void> {
    const exchange = this.chats.start(body);
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    if (exchange.request.stream) {
      const events = Readable.from(this.chats.stream(exchange, disconnected.signal));
      await reply.type('text/event-stream').header('cache-control', 'no-cache').send(events);
      return;
    }
    const completion = await this.chats.complete(exchange, disconnected.signal);
    if (completion) await reply.send(completion);
    else reply.hijack().raw.destroy();
  }
}
