// Serves imports of retail-marketplace products: starting one, and reading them.
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
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
import { exampleImport, exampleImportItems, exampleImports, exampleImportState } from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { ImportQuotaService } from './import-quota.service.ts';

const ImportId = ApiParam({ name: 'id', description: 'Id of the import.', example: exampleImport.id });

@ApiTags('Products')
@Controller('products')
export class ImportsController {
  constructor(
    private readonly bus: Bus,
    private readonly quota: ImportQuotaService,
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
    const create = () => this.bus.request(createImport, { actor, body, ...key });
    return created('import', await this.quota.within(actor.workspaceId, body.asins.length, create));
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
}
