// Finds products: lists, filters, searches, counts, and the choice of the products of a batch.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { ProductChoicesService } from './product-choices.service.ts';
import { ProductChoicesStore } from './product-choices.store.ts';
import { ProductCountsService } from './product-counts.service.ts';
import { ProductListService } from './product-list.service.ts';
import { ProductListStore } from './product-list.store.ts';
import { ProductListsRpcController } from './product-lists-rpc.controller.ts';
import { ProductSourcesService } from './product-sources.service.ts';
import { SearchTextsStore } from './search-texts.store.ts';

@Module({
  imports: [PagingModule],
  controllers: [ProductListsRpcController],
  providers: [
    ProductChoicesService,
    ProductChoicesStore,
    ProductCountsService,
    ProductListService,
    ProductListStore,
    ProductSourcesService,
    SearchTextsStore,
  ],
})
export class ProductListsModule {}
