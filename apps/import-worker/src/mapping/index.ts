// What other rooms use of mapping.
export type { CatalogItem } from './item-reader.rules.ts';
export { toProduct } from './product-mapping.rules.ts';
