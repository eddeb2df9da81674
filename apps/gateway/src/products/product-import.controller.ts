// Serves imports of Custom products from CSV files. They are read and followed like any other import.
import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { createCsvImport, MAX_CSV_BYTES, MAX_CSV_ROWS, type Actor } from '#contracts';
import { Created, type CreatedAnswer, CSV, CurrentActor, IdempotencyKey } from '../http/index.ts';
import { exampleCsvFile, exampleCsvImport, Operation } from '../openapi/index.ts';
import { ProductImportService } from './product-import.service.ts';

@ApiTags('Products')
@Controller('products')
export class ProductImportController {
  constructor(private readonly imports: ProductImportService) {}

  @Post('import/csv')
  @ApiBody({ description: 'The file.', schema: { type: 'string', example: exampleCsvFile } })
  @Operation(createCsvImport, {
    id: 'ImportCsvProducts',
    summary: 'Import products from a CSV file',
    description: `Creates a Custom product of each row, or changes the one that the column \`id\` names. The file is UTF-8, at most 5 MB with ${MAX_CSV_ROWS} rows, and its first line is the header: \`title\` and other fields of a product. The entries of a list are joined by \`|\`, with \`\\\` before a \`|\` or \`\\\` in them. An exported file can be imported as it is. The answer names rows by their numbers; 1 is the first row after the header. Follow the import at \`Location\`.`,
    errors: ['QuotaExceeded'],
    route: { bodyLimit: MAX_CSV_BYTES, mediaTypes: [CSV], creates: '../imports/' },
    answer: { status: 202, description: 'Accepted.', example: exampleCsvImport },
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
