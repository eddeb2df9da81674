// Asks the catalogue for the products of requests.
import { Module } from '@nestjs/common';
import { ProductChoicesClient } from './product-choices.client.ts';
import { ChosenProductsService } from './chosen-products.service.ts';
import { ProductLookupService } from './product-lookup.service.ts';
import { ProductsClient } from './products.client.ts';

@Module({
  providers: [ProductChoicesClient, ChosenProductsService, ProductLookupService, ProductsClient],
  exports: [ChosenProductsService, ProductLookupService],
})
export class ProductsModule {}
