// Gives generations to workers for a time, and takes what the workers wrote.
import { Module } from '@nestjs/common';
import { EndingsModule } from '../endings/endings.module.ts';
import { LedgerModule } from '../ledger/ledger.module.ts';
import { QueueModule } from '../queue/queue.module.ts';
import { ClaimsService } from './claims.service.ts';
import { LeasesRpcController } from './leases-rpc.controller.ts';
import { LeasesService } from './leases.service.ts';
import { LeasesStore } from './leases.store.ts';

@Module({
  imports: [EndingsModule, LedgerModule, QueueModule],
  controllers: [LeasesRpcController],
  providers: [ClaimsService, LeasesService, LeasesStore],
})
export class LeasesModule {}
