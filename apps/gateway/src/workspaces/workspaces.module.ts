// The operations of workspaces, members and invitations.
import { Module } from '@nestjs/common';
import { InvitationsController } from './invitations.controller.ts';
import { MembersController } from './members.controller.ts';
import { WorkspaceSpendingService } from './workspace-spending.service.ts';
import { WorkspaceSwitchController } from './workspace-switch.controller.ts';
import { WorkspacesController } from './workspaces.controller.ts';

@Module({
  controllers: [WorkspacesController, MembersController, InvitationsController, WorkspaceSwitchController],
  providers: [WorkspaceSpendingService],
})
export class WorkspacesModule {}
