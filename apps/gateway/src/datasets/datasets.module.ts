// The operations of datasets.
import { Module } from '@nestjs/common';
import { DatasetsController } from './datasets.controller.ts';

@Module({
  controllers: [DatasetsController],
})
export class DatasetsModule {}
