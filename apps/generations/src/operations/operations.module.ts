// Finds generations whose worker or job was lost, erases workspaces, deletes old rows, and makes the stream of live text.
import { Module } from '@nestjs/common';
import { LiveModule } from '#platform/live';
import { EndingsModule } from '../endings/endings.module.ts';
import { QueueModule } from '../queue/queue.module.ts';
import { ErasedWorkspacesStore } from './erased-workspaces.store.ts';
import { GenerationReconcilerService } from './generation-reconciler.service.ts';
import { GenerationReconcilerStore } from './generation-reconciler.store.ts';
import { GenerationsErasureRpcController } from './generations-erasure-rpc.controller.ts';
import { GenerationsErasureService } from './generations-erasure.service.ts';
import { LiveStreamService } from './live-stream.service.ts';
import { OldRowsService } from './old-rows.service.ts';

@Module({
  imports: [LiveModule, EndingsModule, QueueModule],
  controllers: [GenerationsErasureRpcController],
  providers: [
    ErasedWorkspacesStore,
    GenerationReconcilerService,
    GenerationReconcilerStore,
    GenerationsErasureService,
    LiveStreamService,
    OldRowsService,
  ],
})
export class OperationsModule {}
