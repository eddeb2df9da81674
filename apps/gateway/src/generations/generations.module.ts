// The operations of generations.
import { Module } from '@nestjs/common';
import { LiveModule } from '#platform/live';
import { AccessModule } from '../access/access.module.ts';
import { AuthModule } from '../auth/auth.module.ts';
import { StreamsModule } from '../streams/streams.module.ts';
import { ChecksController } from './checks.controller.ts';
import { GenerationsController } from './generations.controller.ts';
import { LiveGenerationsService } from './live-generations.service.ts';
import { WaitingGenerationsService } from './waiting-generations.service.ts';

@Module({
  imports: [LiveModule, AccessModule, AuthModule, StreamsModule],
  controllers: [GenerationsController, ChecksController],
  providers: [LiveGenerationsService, WaitingGenerationsService],
})
export class GenerationsModule {}
