// What other rooms use of texts.
export { ProductTextsService } from './product-texts.service.ts';
