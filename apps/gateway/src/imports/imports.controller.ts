// Serves imports of retail-marketplace products: starting, reading, cancelling them, and trying their failures again.
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  cancelImport,
  createImport,
  getImport,
  importItemList,
  importItemsQuery,
  importList,
  importListQuery,
  importRequest,
  importResult,
  importState,
  listImportItems,
  listImports,
  retryImport,
  type Actor,
  type ImportItemsQuery,
  type ImportListQuery,
  type ImportRequest,
  type ImportResult,
  type ImportState,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer } from '../http/created.decorator.ts';
import { CurrentActor, IdempotencyKey } from '../http/request.decorator.ts';
import {
  exampleCancelledImport,
  exampleImport,
  exampleImportItems,
  exampleImports,
  exampleImportState,
  exampleRetry,
} from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { NewImportsService } from './new-imports.service.ts';

const ImportId = ApiParam({ name: 'id', description: 'Id of the import.', example: exampleImport.id });

@ApiTags('Products')
@Controller('products')
export class ImportsController {
  constructor(
    private readonly bus: Bus,
    private readonly imports: NewImportsService,
  ) {}

  @Post('import/retailer')
  @Operation({
    id: 'ImportRetailerProducts',
    summary: 'Import retail-marketplace products',
    description:
      'Accepts up to 1000 identifiers and groups them by outcome. What is not in the catalogue yet is `importing`; follow the import at `Location`.',
    forwardsTo: createImport,
    errors: ['QuotaExceeded'],
    route: { bodyLimit: 128 * 1024, creates: '../imports/' },
    body: true,
    answer: { status: 202, schema: importResult, description: 'Accepted.', example: exampleImport },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: importRequest }) body: ImportRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<ImportResult> {
    return created('import', await this.imports.create({ actor, body, ...key }));
  }

  @Get('imports')
  @Operation({
    id: 'ListImports',
    summary: 'List imports',
    description:
      'The imports of the workspace, newest first, in pages. Pass `nextToken` back until a page has none.',
    forwardsTo: listImports,
    route: { query: true },
    answer: { status: 200, schema: importList, description: 'One page.', example: exampleImports },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: importListQuery }) query: ImportListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listImports, { actor, ...query });
  }

  @Get('imports/:id')
  @ImportId
  @Operation({
    id: 'GetImport',
    summary: 'Get an import',
    description: 'The import as it stands now. Its three lists always hold every submitted identifier once.',
    forwardsTo: getImport,
    answer: { status: 200, schema: importState, description: 'The import.', example: exampleImportState },
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ImportState> {
    return this.bus.request(getImport, { actor, id });
  }

  @Get('imports/:id/items')
  @ImportId
  @Operation({
    id: 'ListImportItems',
    summary: 'List the items of an import',
    description:
      'The identifiers of an import and what became of them, in submitted order, in pages. An item is listed when it fulfils all filters.',
    forwardsTo: listImportItems,
    route: { query: true },
    answer: { status: 200, schema: importItemList, description: 'One page.', example: exampleImportItems },
  })
  listItems(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query({ schema: importItemsQuery }) query: ImportItemsQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listImportItems, { actor, id, ...query });
  }

  @Post('imports/:id/cancel')
  @ImportId
  @Operation({
    id: 'CancelImport',
    summary: 'Cancel an import',
    description:
      'Ends a running import: what is not imported yet fails with `Cancelled`. Products that are there stay. Cancelling an import that has ended changes nothing.',
    forwardsTo: cancelImport,
    answer: {
      status: 200,
      schema: importState,
      description: 'The import as it stands.',
      example: exampleCancelledImport,
    },
  })
  cancel(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ImportState> {
    return this.bus.request(cancelImport, { actor, id });
  }

  @Post('imports/:id/retry')
  @ImportId
  @Operation({
    id: 'RetryImport',
    summary: 'Import failures again',
    description:
      'Accepts a new import of what failed with `SourceUnavailable`, `DeadlineExceeded` or `Cancelled`; follow it at `Location`. Its `retryOf` names the import whose failures it tries again.',
    forwardsTo: retryImport,
    errors: ['QuotaExceeded'],
    route: { creates: '../' },
    answer: { status: 202, schema: importResult, description: 'Accepted.', example: exampleRetry },
  })
  async retry(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<ImportResult> {
    return created('import', await this.imports.retry({ actor, id, ...key }));
  }
}
