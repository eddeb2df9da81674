// Plays the Selling Partner API: tokens, the catalogue and its quota.
import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.ts';
import { CatalogController } from './catalog.controller.ts';
import { CatalogService } from './catalog.service.ts';
import { LwaTokensController } from './lwa-tokens.controller.ts';
import { LwaTokensService } from './lwa-tokens.service.ts';
import { QuotaService } from './quota.service.ts';

@Module({
  imports: [ProductsModule],
  controllers: [LwaTokensController, CatalogController],
  providers: [CatalogService, LwaTokensService, QuotaService],
  exports: [QuotaService],
})
export class MarketplaceModule {}
