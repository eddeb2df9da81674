// Signs people in, refreshes their sessions, and tells which ended.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { KeysModule } from '../keys/keys.module.ts';
import { WorkspacesModule } from '../workspaces/workspaces.module.ts';
import { PasswordChangeService } from './password-change.service.ts';
import { RefreshService } from './refresh.service.ts';
import { RefreshStore } from './refresh.store.ts';
import { RevocationsService } from './revocations.service.ts';
import { RevocationsStore } from './revocations.store.ts';
import { SessionsRpcController } from './sessions-rpc.controller.ts';
import { SessionsService } from './sessions.service.ts';
import { SessionsStore } from './sessions.store.ts';
import { WorkspaceSwitchService } from './workspace-switch.service.ts';

@Module({
  imports: [PagingModule, AccountsModule, KeysModule, WorkspacesModule],
  controllers: [SessionsRpcController],
  providers: [
    PasswordChangeService,
    RefreshService,
    RefreshStore,
    RevocationsService,
    RevocationsStore,
    SessionsService,
    SessionsStore,
    WorkspaceSwitchService,
  ],
  exports: [SessionsStore],
})
export class SessionsModule {}
