// The operations of workspaces and members.
import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.ts';
import { WorkspaceSpendingService } from './workspace-spending.service.ts';
import { WorkspaceSwitchController } from './workspace-switch.controller.ts';
import { WorkspacesController } from './workspaces.controller.ts';

@Module({
  controllers: [WorkspacesController, MembersController, WorkspaceSwitchController],
  providers: [WorkspaceSpendingService],
})
export class WorkspacesModule {}
