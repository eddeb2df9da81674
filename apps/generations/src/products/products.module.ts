// Asks the catalogue for the products of requests.
import { Module } from '@nestjs/common';
import { ProductLookupService } from './product-lookup.service.ts';
import { ProductsClient } from './products.client.ts';

@Module({
  providers: [ProductLookupService, ProductsClient],
  exports: [ProductLookupService],
})
export class ProductsModule {}
