// Decides which generations the workers get next, fairly between the holders of workspaces.
import { Module } from '@nestjs/common';
import { DispatchService } from './dispatch.service.ts';
import { FairQueue } from './fair-queue.state.ts';
import { GenerationAdmissionService } from './generation-admission.service.ts';
import { GenerationAdmissionStore } from './generation-admission.store.ts';
import { LoadState } from './load.state.ts';

@Module({
  providers: [DispatchService, FairQueue, GenerationAdmissionService, GenerationAdmissionStore, LoadState],
  exports: [DispatchService, GenerationAdmissionService],
})
export class QueueModule {}
