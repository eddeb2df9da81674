// The operations of imports.
import { Module } from '@nestjs/common';
import { ImportQuotaModule } from '../import-quota/import-quota.module.ts';
import { StreamsModule } from '../streams/streams.module.ts';
import { ImportsController } from './imports.controller.ts';
import { LiveImportsService } from './live-imports.service.ts';
import { NewImportsService } from './new-imports.service.ts';

@Module({
  imports: [ImportQuotaModule, StreamsModule],
  controllers: [ImportsController],
  providers: [LiveImportsService, NewImportsService],
})
export class ImportsModule {}
