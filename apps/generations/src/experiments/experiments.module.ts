// Compares ways to write for the cases of a dataset.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { BatchesModule } from '../batches/batches.module.ts';
import { DatasetsModule } from '../datasets/datasets.module.ts';
import { ScoresModule } from '../scores/scores.module.ts';
import { ExperimentRequestsService } from './experiment-requests.service.ts';
import { ExperimentWritesService } from './experiment-writes.service.ts';
import { ExperimentsRpcController } from './experiments-rpc.controller.ts';
import { ExperimentsService } from './experiments.service.ts';
import { PairsService } from './pairs.service.ts';
import { PairsStore } from './pairs.store.ts';
import { ExperimentsStore } from './experiments.store.ts';

@Module({
  imports: [BatchesModule, DatasetsModule, PagingModule, ScoresModule],
  controllers: [ExperimentsRpcController],
  providers: [
    ExperimentRequestsService,
    ExperimentWritesService,
    ExperimentsService,
    ExperimentsStore,
    PairsService,
    PairsStore,
  ],
})
export class ExperimentsModule {}
