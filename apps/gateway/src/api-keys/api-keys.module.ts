// The operations of API keys.
import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller.ts';
import { WorkspaceApiKeysController } from './workspace-api-keys.controller.ts';

@Module({
  controllers: [ApiKeysController, WorkspaceApiKeysController],
})
export class ApiKeysModule {}
