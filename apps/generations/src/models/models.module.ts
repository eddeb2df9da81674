// Lists the models that can be chosen.
import { Module } from '@nestjs/common';
import { ModelsRpcController } from './models-rpc.controller.ts';
import { ModelsService } from './models.service.ts';

@Module({
  controllers: [ModelsRpcController],
  providers: [ModelsService],
})
export class ModelsModule {}
