// What other rooms use of products.
export { type Item, toItem } from './items.rules.ts';
export { SandboxProductsService } from './sandbox-products.service.ts';
