// Serves the console.
import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.ts';
import { ConsoleService } from './console.service.ts';

@Module({
  controllers: [ConsoleController],
  providers: [ConsoleService],
})
export class ConsoleModule {}
