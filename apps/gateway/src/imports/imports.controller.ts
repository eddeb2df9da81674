// Serves imports of retail-marketplace products: starting one, and following it.
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  createImport,
  getImport,
  importRequest,
  importResult,
  importState,
  type Actor,
  type ImportRequest,
  type ImportResult,
  type ImportState,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer } from '../http/created.decorator.ts';
import { CurrentActor, IdempotencyKey } from '../http/request.decorator.ts';
import { exampleImport, exampleImportState } from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { ImportQuotaService } from './import-quota.service.ts';

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

  @Get('imports/:id')
  @ApiParam({ name: 'id', description: 'Id of the import.', example: exampleImport.id })
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
}
