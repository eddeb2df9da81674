// Puts the sandbox together: marketplace, model server, and the view that tests have of both.
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CONFIG } from '#platform/config';
import { CatalogController } from './catalog.controller.ts';
import { CatalogService } from './catalog.service.ts';
import { ChatController } from './chat.controller.ts';
import { ChatService } from './chat.service.ts';
import type { Config } from './config.ts';
import { DebugController } from './debug.controller.ts';
import { PicturesController } from './pictures.controller.ts';
import { ProductsStore } from './products.store.ts';
import { QuotaService } from './quota.service.ts';
import { RefusalFilter } from './refusal.filter.ts';
import { TokensController } from './tokens.controller.ts';
import { TokensService } from './tokens.service.ts';

@Module({})
export class SandboxModule {
  static with(config: Config): DynamicModule {
    return {
      module: SandboxModule,
      controllers: [TokensController, CatalogController, PicturesController, ChatController, DebugController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: APP_FILTER, useClass: RefusalFilter },
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
    { provide: TokensService, useFactory: () => new TokensService(client, Date.now) },
    { provide: QuotaService, useFactory: () => new QuotaService(config.SANDBOX_QUOTA, Date.now) },
    { provide: ProductsStore, useFactory: () => ProductsStore.load(config.SANDBOX_PRODUCTS) },
    {
      provide: CatalogService,
      inject: [TokensService, QuotaService, ProductsStore],
      useFactory: (tokens: TokensService, quota: QuotaService, products: ProductsStore) =>
        new CatalogService(tokens, quota, products, settings),
    },
  ];
}
