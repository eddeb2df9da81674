// Keeps documents, which guide the writing and hold accepted texts.
import { Module } from '@nestjs/common';
import { PagingModule } from '#platform/paging';
import { ProductsModule } from '../products/products.module.ts';
import { DocumentWritesService } from './document-writes.service.ts';
import { DocumentsRpcController } from './documents-rpc.controller.ts';
import { DocumentsService } from './documents.service.ts';
import { DocumentsStore } from './documents.store.ts';

@Module({
  imports: [PagingModule, ProductsModule],
  controllers: [DocumentsRpcController],
  providers: [DocumentWritesService, DocumentsService, DocumentsStore],
  exports: [DocumentsService],
})
export class DocumentsModule {}
