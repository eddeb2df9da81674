// The operations of documents.
import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller.ts';

@Module({
  controllers: [DocumentsController],
})
export class DocumentsModule {}
