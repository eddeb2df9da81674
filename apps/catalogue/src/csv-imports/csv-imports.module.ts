// Writes the rows of CSV files as Custom products.
import { Module } from '@nestjs/common';
import { ImportRecordModule } from '../import-record/import-record.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { CsvImportWriterService } from './csv-import-writer.service.ts';
import { CsvImportsRpcController } from './csv-imports-rpc.controller.ts';
import { CsvImportsService } from './csv-imports.service.ts';
import { CsvImportsStore } from './csv-imports.store.ts';

@Module({
  imports: [ImportRecordModule, ProductsModule],
  controllers: [CsvImportsRpcController],
  providers: [CsvImportWriterService, CsvImportsService, CsvImportsStore],
})
export class CsvImportsModule {}
