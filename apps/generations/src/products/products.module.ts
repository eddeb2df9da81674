// Asks the catalogue for the products of requests.
import { Module } from '@nestjs/common';
import { ProductChoicesClient } from './product-choices.client.ts';
import { ProductChoicesService } from './product-choices.service.ts';
import { ProductLookupService } from './product-lookup.service.ts';
import { ProductsClient } from './products.client.ts';

@Module({
  providers: [ProductChoicesClient, ProductChoicesService, ProductLookupService, ProductsClient],
  exports: [ProductChoicesService, ProductLookupService],
})
export class ProductsModule {}
