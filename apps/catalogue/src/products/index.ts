// What other rooms use of products.
export { type ProductRoom, ProductQuotaService } from './product-quota.service.ts';
export { ProductRowsService } from './product-rows.service.ts';
export { ProductsService } from './products.service.ts';
export { SHOWN, SOURCE_JSON, productJson } from './products.store.ts';
