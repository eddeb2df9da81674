// Gives every room of a process its configuration.
import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG } from '../config/config.ts';

@Module({})
export class ConfigModule {
  /** The configuration, once read, for `@Inject(CONFIG)` in all modules. */
  static forRoot(config: object): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
