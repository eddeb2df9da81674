// The door to the model: OpenAI chat completions.
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EngineModule } from '../engine/engine.module.ts';
import { ChatController } from './chat.controller.ts';
import { ChatService } from './chat.service.ts';
import { EngineErrorFilter } from './engine-error.filter.ts';

@Module({
  imports: [EngineModule],
  controllers: [ChatController],
  providers: [ChatService, { provide: APP_FILTER, useClass: EngineErrorFilter }],
})
export class ChatModule {}
