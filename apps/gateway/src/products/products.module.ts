// The operations of products.
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { AuthModule } from '../auth/auth.module.ts';
import { ImportQuotaModule } from '../import-quota/import-quota.module.ts';
import { ProductExportService } from './product-export.service.ts';
import { ProductImportController } from './product-import.controller.ts';
import { ProductImportService } from './product-import.service.ts';
import { ProductsController } from './products.controller.ts';

@Module({
  imports: [AccessModule, AuthModule, ImportQuotaModule],
  controllers: [ProductsController, ProductImportController],
  providers: [ProductExportService, ProductImportService],
})
export class ProductsModule {}
