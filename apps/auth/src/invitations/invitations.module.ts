// Invites people to workspaces, and lets them accept.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { SessionsModule } from '../sessions/sessions.module.ts';
import { WorkspacesModule } from '../workspaces/workspaces.module.ts';
import { InvitationsRpcController } from './invitations-rpc.controller.ts';
import { InvitationsService } from './invitations.service.ts';
import { InvitationsStore } from './invitations.store.ts';

@Module({
  imports: [PagingModule, SessionsModule, WorkspacesModule],
  controllers: [InvitationsRpcController],
  providers: [InvitationsService, InvitationsStore],
})
export class InvitationsModule {}
