// What the judges of experiments compare, and what they have said.
import { Module } from '@nestjs/common';
import { JudgementsService } from './judgements.service.ts';
import { JudgementsStore } from './judgements.store.ts';

@Module({ providers: [JudgementsService, JudgementsStore], exports: [JudgementsService] })
export class JudgingModule {}
