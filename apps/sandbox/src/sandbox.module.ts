// Wires the sandbox: the marketplace, the model server and the debug endpoints for tests.
import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '#platform/boot';
import type { Config } from './config.ts';
import { DebugModule } from './debug/debug.module.ts';
import { HttpModule } from './http/http.module.ts';
import { MarketplaceModule } from './marketplace/marketplace.module.ts';
import { ModelsModule } from './models/models.module.ts';
import { ProductsModule } from './products/products.module.ts';

@Module({})
export class SandboxModule {
  static forRoot(config: Config): DynamicModule {
    const rooms = [DebugModule, HttpModule, MarketplaceModule, ModelsModule, ProductsModule];
    return { module: SandboxModule, imports: [ConfigModule.forRoot(config), ...rooms] };
  }
}
