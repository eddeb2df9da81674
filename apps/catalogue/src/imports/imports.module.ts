// Takes imports of ASINs, and shows and cancels imports.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { FetchingModule } from '../fetching/fetching.module.ts';
import { ImportRecordModule } from '../import-record/import-record.module.ts';
import { OperationsModule } from '../operations/operations.module.ts';
import { ProductsModule } from '../products/products.module.ts';
import { ImportIntakeService } from './import-intake.service.ts';
import { ImportListsService } from './import-lists.service.ts';
import { ImportListsStore } from './import-lists.store.ts';
import { ImportsRpcController } from './imports-rpc.controller.ts';
import { ImportsService } from './imports.service.ts';
import { DefaultMarketplaceClient } from './default-marketplace.client.ts';

@Module({
  imports: [PagingModule, FetchingModule, ImportRecordModule, OperationsModule, ProductsModule],
  controllers: [ImportsRpcController],
  providers: [
    ImportIntakeService,
    ImportListsService,
    ImportListsStore,
    ImportsService,
    DefaultMarketplaceClient,
  ],
})
export class ImportsModule {}
