// Wires the sandbox: the marketplace, the model server and the debug endpoints for tests.
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CONFIG } from '#platform/config';
import { CatalogController } from './marketplace/catalog.controller.ts';
import { CatalogService } from './marketplace/catalog.service.ts';
import { ChatController } from './models/chat.controller.ts';
import { ChatService } from './models/chat.service.ts';
import type { Config } from './config.ts';
import { DebugController } from './debug/debug.controller.ts';
import { PicturesController } from './products/pictures.controller.ts';
import { SandboxProductsService } from './products/sandbox-products.service.ts';
import { SandboxProductsStore } from './products/sandbox-products.store.ts';
import { QuotaService } from './marketplace/quota.service.ts';
import { ErrorResponseFilter } from './http/error-response.filter.ts';
import { LwaTokensController } from './marketplace/lwa-tokens.controller.ts';
import { LwaTokensService } from './marketplace/lwa-tokens.service.ts';

@Module({
  controllers: [LwaTokensController, CatalogController, PicturesController, ChatController, DebugController],
  providers: [
    { provide: APP_FILTER, useClass: ErrorResponseFilter },
    {
      provide: SandboxProductsStore,
      inject: [CONFIG],
      useFactory: (config: Config) => SandboxProductsStore.load(config.SANDBOX_PRODUCTS),
    },
    LwaTokensService,
    QuotaService,
    SandboxProductsService,
    CatalogService,
    ChatService,
  ],
})
export class SandboxModule {
  static forRoot(config: Config): DynamicModule {
    return { module: SandboxModule, providers: [{ provide: CONFIG, useValue: config }] };
  }
}
