// The door to the model: OpenAI chat completions.
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EngineModule } from '../engine/engine.module.ts';
import { CompletionsController } from './completions.controller.ts';
import { CompletionsService } from './completions.service.ts';
import { EngineErrorFilter } from './engine-error.filter.ts';

@Module({
  imports: [EngineModule],
  controllers: [CompletionsController],
  providers: [CompletionsService, { provide: APP_FILTER, useClass: EngineErrorFilter }],
})
export class ChatModule {}
