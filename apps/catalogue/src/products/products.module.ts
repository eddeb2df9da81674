// Keeps products: reads, lists, edits and deletes them.
import { Module } from '@nestjs/common';
import { ProductRowsService } from './product-rows.service.ts';
import { ProductWritesService } from './product-writes.service.ts';
import { ProductsRpcController } from './products-rpc.controller.ts';
import { ProductWordsService } from './product-words.service.ts';
import { ProductWordsStore } from './product-words.store.ts';
import { ProductsService } from './products.service.ts';
import { ProductsStore } from './products.store.ts';

@Module({
  controllers: [ProductsRpcController],
  providers: [
    ProductRowsService,
    ProductWordsService,
    ProductWordsStore,
    ProductWritesService,
    ProductsService,
    ProductsStore,
  ],
  exports: [ProductRowsService, ProductsService],
})
export class ProductsModule {}
