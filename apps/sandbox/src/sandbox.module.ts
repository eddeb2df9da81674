// Wires the sandbox: the marketplace, the model server and the debug endpoints for tests.
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CONFIG } from '#platform/config';
import { CatalogController } from './marketplace/catalog.controller.ts';
import { CatalogService } from './marketplace/catalog.service.ts';
import { ChatController } from './models/chat.controller.ts';
import { ChatService } from './models/chat.service.ts';
import type { Config } from './config.ts';
import { DebugController } from './http/debug.controller.ts';
import { PicturesController } from './products/pictures.controller.ts';
import { SandboxProductsService } from './products/sandbox-products.service.ts';
import { SandboxProductsStore } from './products/sandbox-products.store.ts';
import { QuotaService } from './marketplace/quota.service.ts';
import { ErrorResponseFilter } from './http/error-response.filter.ts';
import { LwaTokensController } from './marketplace/lwa-tokens.controller.ts';
import { LwaTokensService } from './marketplace/lwa-tokens.service.ts';

@Module({})
export class SandboxModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: SandboxModule,
      controllers: [
        LwaTokensController,
        CatalogController,
        PicturesController,
        ChatController,
        DebugController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: APP_FILTER, useClass: ErrorResponseFilter },
        ...marketplace(config),
        ChatService,
      ],
    };
  }
}

function marketplace(config: Config): Provider[] {
  const client = {
    id: config.SANDBOX_CLIENT_ID,
    secret: config.SANDBOX_CLIENT_SECRET,
    refreshToken: config.SANDBOX_REFRESH_TOKEN,
  };
  const publicUrl = (config.SANDBOX_PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
  const settings = { publicUrl, latencyMs: config.SANDBOX_LATENCY_MS };
  return [
    { provide: LwaTokensService, useFactory: () => new LwaTokensService(client, Date.now) },
    { provide: QuotaService, useFactory: () => new QuotaService(config.SANDBOX_QUOTA, Date.now) },
    { provide: SandboxProductsStore, useFactory: () => SandboxProductsStore.load(config.SANDBOX_PRODUCTS) },
    SandboxProductsService,
    {
      provide: CatalogService,
      inject: [LwaTokensService, QuotaService, SandboxProductsService],
      useFactory: (tokens: LwaTokensService, quota: QuotaService, products: SandboxProductsService) =>
        new CatalogService(tokens, quota, products, settings),
    },
  ];
}
