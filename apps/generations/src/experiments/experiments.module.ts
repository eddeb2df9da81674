// Compares ways to write for the cases of a dataset.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { BatchRecordModule } from '../batch-record/batch-record.module.ts';
import { BatchesModule } from '../batches/batches.module.ts';
import { DatasetsModule } from '../datasets/datasets.module.ts';
import { JudgingModule } from '../judging/judging.module.ts';
import { ScoresModule } from '../scores/scores.module.ts';
import { ExperimentRequestsService } from './experiment-requests.service.ts';
import { ExperimentWritesService } from './experiment-writes.service.ts';
import { ExperimentsRpcController } from './experiments-rpc.controller.ts';
import { ExperimentsService } from './experiments.service.ts';
import { JudgesService } from './judges.service.ts';
import { PairsService } from './pairs.service.ts';
import { PairsStore } from './pairs.store.ts';
import { ExperimentsStore } from './experiments.store.ts';

@Module({
  imports: [BatchRecordModule, BatchesModule, DatasetsModule, JudgingModule, PagingModule, ScoresModule],
  controllers: [ExperimentsRpcController],
  providers: [
    ExperimentRequestsService,
    ExperimentWritesService,
    ExperimentsService,
    ExperimentsStore,
    JudgesService,
    PairsService,
    PairsStore,
  ],
})
export class ExperimentsModule {}
