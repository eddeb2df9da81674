// The products of the sandbox, from a file or invented, and their pictures.
import { Module } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { PicturesController } from './pictures.controller.ts';
import { SandboxProductsService } from './sandbox-products.service.ts';
import { SandboxProductsStore } from './sandbox-products.store.ts';

const store = {
  provide: SandboxProductsStore,
  inject: [CONFIG],
  useFactory: (config: Config) => SandboxProductsStore.load(config.SANDBOX_PRODUCTS),
};

@Module({
  controllers: [PicturesController],
  providers: [store, SandboxProductsService],
  exports: [SandboxProductsService],
})
export class ProductsModule {}
