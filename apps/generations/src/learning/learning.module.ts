// Finds accepted texts that new ones learn from.
import { Module } from '@nestjs/common';
import { LearningService } from './learning.service.ts';
import { LearningStore } from './learning.store.ts';

@Module({
  providers: [LearningService, LearningStore],
  exports: [LearningService],
})
export class LearningModule {}
