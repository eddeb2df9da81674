// What other rooms use of products.
export { ProductChoicesService } from './product-choices.service.ts';
export { ProductLookupService } from './product-lookup.service.ts';
