// Keeps which generation stands for each text of a product.
import { Module } from '@nestjs/common';
import { ProductTextsService } from './product-texts.service.ts';
import { ProductTextsStore } from './product-texts.store.ts';

@Module({
  providers: [ProductTextsService, ProductTextsStore],
  exports: [ProductTextsService],
})
export class TextsModule {}
