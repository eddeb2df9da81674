// Serves the model: its name and properties, and chat completions, whole or streamed.
import { Body, Controller, Get, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CompletionsService } from './completions.service.ts';
import { LocalKeyGuard } from './local-key.guard.ts';

@Controller('v1')
@UseGuards(LocalKeyGuard)
export class CompletionsController {
  constructor(private readonly chats: CompletionsService) {}

  @Get('models')
  models(): object {
    return this.chats.models();
  }

  @Post('chat/completions')
  @HttpCode(200)
  async complete(@Body() body: unknown, @Res() reply: FastifyReply): Promise<void> {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const chat = await this.chats.open(body);
    if (chat.isStream) {
      const events = this.chats.stream(chat, left.signal);
      await reply.type('text/event-stream').header('cache-control', 'no-cache').send(events);
      return;
    }
    const completion = await this.chats.complete(chat, left.signal);
    if (completion) await reply.send(completion);
    else reply.hijack().raw.destroy();
  }
}
