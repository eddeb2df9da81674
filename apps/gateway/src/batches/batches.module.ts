// The operations of batches.
import { Module } from '@nestjs/common';
import { StreamsModule } from '../streams/streams.module.ts';
import { BatchesController } from './batches.controller.ts';
import { LiveBatchesService } from './live-batches.service.ts';

@Module({
  imports: [StreamsModule],
  controllers: [BatchesController],
  providers: [LiveBatchesService],
})
export class BatchesModule {}
