// Takes batches, feeds their members to the queue, and stops them.
import { Module } from '@nestjs/common';
import { BatchRecordModule } from '../batch-record/batch-record.module.ts';
import { BudgetModule } from '../budget/budget.module.ts';
import { DatasetsModule } from '../datasets/datasets.module.ts';
import { EndingsModule } from '../endings/endings.module.ts';
import { IntakeModule } from '../intake/intake.module.ts';
import { JudgingModule } from '../judging/judging.module.ts';
import { QueueModule } from '../queue/queue.module.ts';
import { BatchEstimatesService } from './batch-estimates.service.ts';
import { BatchFeederService } from './batch-feeder.service.ts';
import { BatchMembersService } from './batch-members.service.ts';
import { BatchMoneyService } from './batch-money.service.ts';
import { BatchRequestsService } from './batch-requests.service.ts';
import { BatchRoundsService } from './batch-rounds.service.ts';
import { BatchSourcesService } from './batch-sources.service.ts';
import { BatchStopsService } from './batch-stops.service.ts';
import { BatchesRpcController } from './batches-rpc.controller.ts';
import { BatchesService } from './batches.service.ts';
import { ProductsModule } from '../products/products.module.ts';

@Module({
  imports: [
    BatchRecordModule,
    BudgetModule,
    IntakeModule,
    DatasetsModule,
    EndingsModule,
    JudgingModule,
    ProductsModule,
    QueueModule,
  ],
  controllers: [BatchesRpcController],
  exports: [BatchEstimatesService, BatchRequestsService, BatchStopsService, BatchesService],
  providers: [
    BatchEstimatesService,
    BatchFeederService,
    BatchMembersService,
    BatchMoneyService,
    BatchRequestsService,
    BatchRoundsService,
    BatchSourcesService,
    BatchStopsService,
    BatchesService,
  ],
})
export class BatchesModule {}
