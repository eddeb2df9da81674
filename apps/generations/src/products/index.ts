// What other rooms use of products.
export { ProductLookupService } from './product-lookup.service.ts';
