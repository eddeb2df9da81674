// Keeps applications, which say what is written, and their versions.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { SettingsModule } from '../settings/settings.module.ts';
import { ApplicationWritesService } from './application-writes.service.ts';
import { ApplicationsRpcController } from './applications-rpc.controller.ts';
import { ApplicationsService } from './applications.service.ts';
import { ApplicationsStore } from './applications.store.ts';

@Module({
  imports: [PagingModule, SettingsModule],
  controllers: [ApplicationsRpcController],
  providers: [ApplicationWritesService, ApplicationsService, ApplicationsStore],
  exports: [ApplicationWritesService, ApplicationsService],
})
export class ApplicationsModule {}
