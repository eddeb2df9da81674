// Imports of retail-marketplace products: starting one, and following it.
import { Body, Controller, Get, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
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
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { exampleImport, exampleImportState } from '../openapi/examples.rules.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { CurrentActor, IdempotencyKey } from '../http/request.decorator.ts';

@Controller('products')
export class ImportsController {
  constructor(
    private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('import/retailer')
  @Operation({
    id: 'ImportRetailerProducts',
    tag: 'Products',
    summary: 'Import retail-marketplace products',
    description:
      'Accepts up to 1000 identifiers and groups them by outcome. What is not in the catalogue yet is `importing`; follow the import at `Location`.',
    route: { bodyLimit: 128 * 1024 },
    body: true,
    request: ['Idempotency-Key'],
    answer: {
      status: 202,
      schema: importResult,
      description: 'Accepted.',
      example: exampleImport,
      headers: ['Location', 'Idempotency-Replayed'],
    },
    errors: ['IdempotencyInProgress', 'IdempotencyKeyReused'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: importRequest }) body: ImportRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportResult> {
    const accepted = await this.bus.request(createImport, { actor, body, ...key });
    reply.header('location', `${this.config.BASE_PATH}/products/imports/${accepted.import.id}`);
    if (accepted.replayed) reply.header('idempotency-replayed', 'true');
    return accepted.import;
  }

  @Get('imports/:id')
  @ApiParam({ name: 'id', description: 'Id of the import.', example: exampleImport.id })
  @Operation({
    id: 'GetImport',
    tag: 'Products',
    summary: 'Get an import',
    description: 'The import as it stands now. Its three lists always hold every submitted identifier once.',
    answer: { status: 200, schema: importState, description: 'The import.', example: exampleImportState },
    errors: ['NotFound'],
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ImportState> {
    return this.bus.request(getImport, { actor, id });
  }
}
