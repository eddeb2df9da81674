// Tells what is measured of generations, and what people decided about them.
import { Module } from '@nestjs/common';
import { JudgingModule } from '../judging/judging.module.ts';
import { ScoresRpcController } from './scores-rpc.controller.ts';
import { ScoresService } from './scores.service.ts';
import { ScoresStore } from './scores.store.ts';

@Module({
  imports: [JudgingModule],
  controllers: [ScoresRpcController],
  exports: [ScoresService],
  providers: [ScoresService, ScoresStore],
})
export class ScoresModule {}
