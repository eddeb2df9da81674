// What other rooms use of products.
export { ChosenProductsService } from './chosen-products.service.ts';
export { ProductLookupService } from './product-lookup.service.ts';
