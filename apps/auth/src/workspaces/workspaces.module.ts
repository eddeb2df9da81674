// Keeps workspaces and who is a member of each.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { HomesStore } from './homes.store.ts';
import { MembersRpcController } from './members-rpc.controller.ts';
import { MembersService } from './members.service.ts';
import { MembersStore } from './members.store.ts';
import { WorkspaceErasureService } from './workspace-erasure.service.ts';
import { WorkspaceErasureStore } from './workspace-erasure.store.ts';
import { WorkspacesRpcController } from './workspaces-rpc.controller.ts';
import { WorkspacesService } from './workspaces.service.ts';
import { WorkspacesStore } from './workspaces.store.ts';

@Module({
  imports: [PagingModule],
  controllers: [MembersRpcController, WorkspacesRpcController],
  providers: [
    HomesStore,
    MembersService,
    MembersStore,
    WorkspaceErasureService,
    WorkspaceErasureStore,
    WorkspacesService,
    WorkspacesStore,
  ],
  exports: [HomesStore, MembersService],
})
export class WorkspacesModule {}
