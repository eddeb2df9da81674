// The rows of imports: their items, their results and their end.
import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.ts';
import { FetchResultsStore } from './fetch-results.store.ts';
import { ImportAnnouncementsService } from './import-announcements.service.ts';
import { ImportCompletionService } from './import-completion.service.ts';
import { ImportsStore } from './imports.store.ts';

@Module({
  imports: [ProductsModule],
  providers: [FetchResultsStore, ImportAnnouncementsService, ImportCompletionService, ImportsStore],
  exports: [ImportCompletionService, ImportsStore],
})
export class ImportRecordModule {}
