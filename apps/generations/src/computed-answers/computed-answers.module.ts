// Bounds what each holder of workspaces may have computed at once.
import { Module } from '@nestjs/common';
import { ComputingPlaces } from './computed-answers.state.ts';

@Module({ providers: [ComputingPlaces], exports: [ComputingPlaces] })
export class ComputedAnswersModule {}
