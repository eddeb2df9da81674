// Keeps products: creates, reads, edits, deletes and restores them, and bounds how many a workspace has.
import { Module } from '@nestjs/common';
import { ProductQuotaService } from './product-quota.service.ts';
import { ProductRowsService } from './product-rows.service.ts';
import { ProductTotalsStore } from './product-totals.store.ts';
import { ProductWritesService } from './product-writes.service.ts';
import { ProductsRpcController } from './products-rpc.controller.ts';
import { ProductWordsService } from './product-words.service.ts';
import { ProductWordsStore } from './product-words.store.ts';
import { ProductsService } from './products.service.ts';
import { ProductsStore } from './products.store.ts';

@Module({
  controllers: [ProductsRpcController],
  providers: [
    ProductQuotaService,
    ProductRowsService,
    ProductTotalsStore,
    ProductWordsService,
    ProductWordsStore,
    ProductWritesService,
    ProductsService,
    ProductsStore,
  ],
  exports: [ProductQuotaService, ProductRowsService, ProductsService],
})
export class ProductsModule {}
