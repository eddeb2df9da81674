// Keeps which generation stands for each text of a product.
import { Module } from '@nestjs/common';
import { ProductTextsRpcController } from './product-texts-rpc.controller.ts';
import { ProductTextsService } from './product-texts.service.ts';
import { ProductTextsStore } from './product-texts.store.ts';
import { TextRetellingService } from './text-retelling.service.ts';
import { TextRetellingStore } from './text-retelling.store.ts';

@Module({
  controllers: [ProductTextsRpcController],
  providers: [ProductTextsService, ProductTextsStore, TextRetellingService, TextRetellingStore],
  exports: [ProductTextsService],
})
export class TextsModule {}
