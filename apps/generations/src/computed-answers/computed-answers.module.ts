// Bounds what each holder of workspaces may have computed at once.
import { Module } from '@nestjs/common';
import { ComputedAnswers } from './computed-answers.state.ts';

@Module({ providers: [ComputedAnswers], exports: [ComputedAnswers] })
export class ComputedAnswersModule {}
