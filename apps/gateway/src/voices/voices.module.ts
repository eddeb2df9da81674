// The operations of voices.
import { Module } from '@nestjs/common';
import { VoicesController } from './voices.controller.ts';

@Module({
  controllers: [VoicesController],
})
export class VoicesModule {}
