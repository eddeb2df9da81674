// Wires the local model: the engine that runs it, and the door to it.
import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '#platform/boot';
import { ChatModule } from './chat/chat.module.ts';
import type { Config } from './config.ts';
import { EngineModule } from './engine/engine.module.ts';

@Module({})
export class LocalModelModule {
  static forRoot(config: Config): DynamicModule {
    return { module: LocalModelModule, imports: [ConfigModule.forRoot(config), ChatModule, EngineModule] };
  }
}
