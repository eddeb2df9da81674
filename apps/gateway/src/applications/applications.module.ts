// The operations of applications.
import { Module } from '@nestjs/common';
import { ApplicationsController } from './applications.controller.ts';

@Module({
  controllers: [ApplicationsController],
})
export class ApplicationsModule {}
