// Shows what a model would be sent.
import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.ts';
import { IntakeModule } from '../intake/intake.module.ts';
import { PreviewsRpcController } from './previews-rpc.controller.ts';
import { PreviewsService } from './previews.service.ts';

@Module({
  imports: [ApplicationsModule, IntakeModule],
  controllers: [PreviewsRpcController],
  providers: [PreviewsService],
})
export class PreviewsModule {}
