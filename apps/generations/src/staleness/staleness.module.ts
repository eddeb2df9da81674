// Marks texts whose product or application has changed since.
import { Module } from '@nestjs/common';
import { TextsModule } from '../texts/texts.module.ts';
import { SourceChangesConsumer } from './source-changes.consumer.ts';
import { StalenessService } from './staleness.service.ts';
import { StalenessStore } from './staleness.store.ts';

@Module({
  imports: [TextsModule],
  providers: [SourceChangesConsumer, StalenessService, StalenessStore],
})
export class StalenessModule {}
