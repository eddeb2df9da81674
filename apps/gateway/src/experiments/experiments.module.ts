// The operations of experiments.
import { Module } from '@nestjs/common';
import { StreamsModule } from '../streams/streams.module.ts';
import { ExperimentsController } from './experiments.controller.ts';
import { LiveExperimentsService } from './live-experiments.service.ts';

@Module({
  imports: [StreamsModule],
  controllers: [ExperimentsController],
  providers: [LiveExperimentsService],
})
export class ExperimentsModule {}
