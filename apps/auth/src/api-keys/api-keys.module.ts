// Makes, checks and ends API keys.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { WorkspacesModule } from '../workspaces/workspaces.module.ts';
import { ApiKeysRpcController } from './api-keys-rpc.controller.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { ApiKeysStore } from './api-keys.store.ts';

@Module({
  imports: [PagingModule, SessionsModule, WorkspacesModule],
  controllers: [ApiKeysRpcController],
  providers: [ApiKeysService, ApiKeysStore],
})
export class ApiKeysModule {}
