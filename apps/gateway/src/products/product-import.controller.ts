// Serves imports of Custom products from CSV files. They are read and followed like any other import.
import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { createCsvImport, MAX_CSV_BYTES, type Actor } from '#contracts';
import { Created, type CreatedAnswer, CSV, CurrentActor, IdempotencyKey } from '../http/index.ts';
import { exampleCsvFile, Operation } from '../openapi/index.ts';
import { ProductImportService } from './product-import.service.ts';

@ApiTags('Products')
@Controller('products')
export class ProductImportController {
  constructor(private readonly imports: ProductImportService) {}

  @Post('import/csv')
  @ApiBody({ description: 'The file.', schema: { type: 'string', example: exampleCsvFile } })
  @Operation(createCsvImport, {
    status: 202,
    bodyLimit: MAX_CSV_BYTES,
    mediaTypes: [CSV],
    creates: '../imports/',
    errors: ['QuotaExceeded'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body() file: Buffer | undefined,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('import', await this.imports.create(actor, file ?? Buffer.alloc(0), key));
  }
}
