// Runs the model.
import { Module } from '@nestjs/common';
import { EngineClient } from './engine.client.ts';

@Module({ providers: [EngineClient], exports: [EngineClient] })
export class EngineModule {}
