// Plays a model server with OpenAI's chat completions.
import { Module } from '@nestjs/common';
import { ChatController } from './chat.controller.ts';
import { ChatService } from './chat.service.ts';

@Module({ controllers: [ChatController], providers: [ChatService] })
export class ModelsModule {}
