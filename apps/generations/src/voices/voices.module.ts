// Keeps the voices of workspaces, and chooses that of a generation.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { VoiceWritesService } from './voice-writes.service.ts';
import { VoicesRpcController } from './voices-rpc.controller.ts';
import { VoicesService } from './voices.service.ts';
import { VoicesStore } from './voices.store.ts';

@Module({
  imports: [PagingModule],
  controllers: [VoicesRpcController],
  providers: [VoicesService, VoicesStore, VoiceWritesService],
  exports: [VoicesService],
})
export class VoicesModule {}
