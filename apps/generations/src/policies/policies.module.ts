// Keeps what workspaces forbid and demand of their texts, and shows the built-in table beside it.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { ApplicationsModule } from '../applications/applications.module.ts';
import { PoliciesRpcController } from './policies-rpc.controller.ts';
import { PoliciesService } from './policies.service.ts';
import { PoliciesStore } from './policies.store.ts';
import { PolicyWritesService } from './policy-writes.service.ts';

@Module({
  imports: [ApplicationsModule, PagingModule],
  controllers: [PoliciesRpcController],
  providers: [PoliciesService, PoliciesStore, PolicyWritesService],
  exports: [PoliciesService],
})
export class PoliciesModule {}
