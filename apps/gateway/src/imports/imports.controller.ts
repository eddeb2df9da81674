// Serves imports of retail-marketplace products: starting, reading, cancelling them, and trying their failures again.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  cancelImport,
  createImport,
  getImport,
  importItemsQuery,
  importListQuery,
  importPreview,
  importRequest,
  listImportItems,
  listImports,
  retryImport,
  followImport,
  type Actor,
  type ImportItemsQuery,
  type ImportListQuery,
  type ImportRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import {
  Computed,
  type ComputedAnswer,
  Created,
  type CreatedAnswer,
  CSV,
  CurrentActor,
  IdempotencyKey,
  JSON_TYPE,
  PLAIN_TEXT,
} from '../http/index.ts';
import { EventsOperation, exampleImportPreview, ListOperation, Operation, PathId } from '../openapi/index.ts';
import { Streamed, type StreamedAnswer, StreamSubscriber, type Subscriber } from '../streams/index.ts';
import { importFromText } from './identifiers.rules.ts';
import { LiveImportsService } from './live-imports.service.ts';
import { NewImportsService } from './new-imports.service.ts';

/** Documents a field of the JSON body that is a parameter of the query when the body is a text. */
const TextParameter = (name: string, field: z.ZodType): MethodDecorator => {
  // An empty registry writes a named schema out here; a reference to its name would lead nowhere.
  const { $schema: _, ...schema } = z.toJSONSchema(field, { metadata: z.registry() });
  const description = `Only if the body is a text. ${field.description}`;
  return ApiQuery({ name, required: false, description, schema: schema as object });
};

const ImportId = PathId('import');

@ApiTags('Products')
@Controller('products')
export class ImportsController {
  constructor(
    private readonly bus: Bus,
    private readonly imports: NewImportsService,
    private readonly live: LiveImportsService,
  ) {}

  @Post('import/retailer')
  @Operation(createImport, {
    status: 202,
    bodyLimit: 128 * 1024,
    creates: '../imports/',
    mediaTypes: [JSON_TYPE, CSV, PLAIN_TEXT],
    textBody: importFromText,
    access: { dryRunField: 'validateOnly' },
    errors: ['QuotaExceeded', 'UnknownReference'],
    computed: {
      schema: importPreview,
      description: 'With `validateOnly`: what would become of the identifiers.',
      example: exampleImportPreview,
    },
  })
  @TextParameter('marketplace', importRequest.shape.marketplace)
  @TextParameter('refresh', importRequest.shape.refresh)
  @TextParameter('validateOnly', importRequest.shape.validateOnly)
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: importRequest }) body: ImportRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @Computed() computed: ComputedAnswer,
  ) {
    const { validateOnly, ...submission } = body;
    if (validateOnly) return computed(await this.imports.preview({ actor, body: submission }));
    return created('import', await this.imports.create({ actor, body: submission, ...key }));
  }

  @Get('imports')
  @ListOperation(listImports)
  list(@CurrentActor() actor: Actor, @Query({ schema: importListQuery }) query: ImportListQuery) {
    return this.bus.requestJson(listImports, { actor, ...query });
  }

  @Get('imports/:id')
  @Operation(getImport)
  get(@CurrentActor() actor: Actor, @ImportId id: string) {
    return this.bus.request(getImport, { actor, id });
  }

  @Get('imports/:id/items')
  @ListOperation(listImportItems)
  listItems(
    @CurrentActor() actor: Actor,
    @ImportId id: string,
    @Query({ schema: importItemsQuery }) query: ImportItemsQuery,
  ) {
    return this.bus.requestJson(listImportItems, { actor, id, ...query });
  }

  @Post('imports/:id/cancel')
  @Operation(cancelImport)
  cancel(@CurrentActor() actor: Actor, @ImportId id: string) {
    return this.bus.request(cancelImport, { actor, id });
  }

  @Post('imports/:id/retry')
  @Operation(retryImport, { status: 202, creates: '../', errors: ['QuotaExceeded'] })
  async retry(
    @CurrentActor() actor: Actor,
    @ImportId id: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('import', await this.imports.retry({ actor, id, ...key }));
  }

  @Get('imports/:id/events')
  @EventsOperation(getImport, followImport)
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @ImportId id: string,
    @Streamed() streamed: StreamedAnswer,
  ) {
    return streamed(await this.live.follow(subscriber, id));
  }
}
