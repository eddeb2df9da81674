// Keeps datasets: products as they were at one moment.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { ProductsModule } from '../products/products.module.ts';
import { DatasetWritesService } from './dataset-writes.service.ts';
import { DatasetsRpcController } from './datasets-rpc.controller.ts';
import { DatasetsService } from './datasets.service.ts';
import { DatasetsStore } from './datasets.store.ts';

@Module({
  imports: [PagingModule, ProductsModule],
  controllers: [DatasetsRpcController],
  exports: [DatasetsService],
  providers: [DatasetWritesService, DatasetsService, DatasetsStore],
})
export class DatasetsModule {}
