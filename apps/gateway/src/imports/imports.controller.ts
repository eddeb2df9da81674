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
import {
  EventsOperation,
  exampleCancelledImport,
  exampleImport,
  exampleImportEvents,
  exampleImportItems,
  exampleImportPreview,
  exampleImports,
  exampleImportState,
  exampleRetry,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';
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

const ImportId = PathId('import', exampleImport.id);

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
    id: 'ImportRetailerProducts',
    summary: 'Import retail-marketplace products',
    description:
      'Accepts up to 1000 identifiers and groups them by outcome. Products that are not in the catalogue yet are `importing`; follow the import at `Location`. The body may also be a text with one identifier on each line, or CSV with a column `asin`; then all other fields except `then` are parameters of the query. With `then`, a batch writes a text about each imported product when the import has ended; `batchId` of the import names the batch.',
    errors: ['QuotaExceeded', 'UnknownReference'],
    route: {
      bodyLimit: 128 * 1024,
      creates: '../imports/',
      mediaTypes: [JSON_TYPE, CSV, PLAIN_TEXT],
      textBody: importFromText,
      access: { dryRunField: 'validateOnly' },
    },
    answer: { status: 202, description: 'Accepted.', example: exampleImport },
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
  @ListOperation(listImports, {
    id: 'ListImports',
    summary: 'List imports',
    description:
      'The imports of the workspace, newest first. An import is listed when it fulfils all filters.',
    example: exampleImports,
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: importListQuery }) query: ImportListQuery) {
    return this.bus.requestJson(listImports, { actor, ...query });
  }

  @Get('imports/:id')
  @Operation(getImport, {
    id: 'GetImport',
    summary: 'Get an import',
    description: 'The import as it stands now. Its three lists always hold every submitted identifier once.',
    answer: { description: 'The import.', example: exampleImportState },
  })
  get(@CurrentActor() actor: Actor, @ImportId id: string) {
    return this.bus.request(getImport, { actor, id });
  }

  @Get('imports/:id/items')
  @ListOperation(listImportItems, {
    id: 'ListImportItems',
    summary: 'List the items of an import',
    description:
      'The identifiers of an import and what became of them, in submitted order. An item is listed when it fulfils all filters.',
    example: exampleImportItems,
  })
  listItems(
    @CurrentActor() actor: Actor,
    @ImportId id: string,
    @Query({ schema: importItemsQuery }) query: ImportItemsQuery,
  ) {
    return this.bus.requestJson(listImportItems, { actor, id, ...query });
  }

  @Post('imports/:id/cancel')
  @Operation(cancelImport, {
    id: 'CancelImport',
    summary: 'Cancel an import',
    description:
      'Ends a running import: identifiers that are not imported yet fail with `Cancelled`. Products that were imported stay. Cancelling an import that has ended changes nothing.',
    answer: { description: 'The import as it stands.', example: exampleCancelledImport },
  })
  cancel(@CurrentActor() actor: Actor, @ImportId id: string) {
    return this.bus.request(cancelImport, { actor, id });
  }

  @Post('imports/:id/retry')
  @Operation(retryImport, {
    id: 'RetryImport',
    summary: 'Import failures again',
    description:
      'Accepts a new import of the identifiers that failed with `SourceUnavailable`, `DeadlineExceeded` or `Cancelled`; follow it at `Location`. Its `retryOf` is the id of the former import.',
    errors: ['QuotaExceeded'],
    route: { creates: '../' },
    answer: { status: 202, description: 'Accepted.', example: exampleRetry },
  })
  async retry(
    @CurrentActor() actor: Actor,
    @ImportId id: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('import', await this.imports.retry({ actor, id, ...key }));
  }

  @Get('imports/:id/events')
  @EventsOperation(getImport, {
    id: 'FollowImport',
    summary: 'Follow an import',
    description: 'the import as it stands, then each item that settles, then the end',
    events: {
      'import.snapshot': 'the import as it stands; always the first event',
      'import.item': 'an item of `items` that is no longer importing',
      'import.progress': '`{counts}`, after the items that changed them, at most twice a second',
      'import.completed': 'the import without its identifiers; the stream ends',
    },
    example: exampleImportEvents,
  })
  async follow(
    @StreamSubscriber() subscriber: Subscriber,
    @ImportId id: string,
    @Streamed() streamed: StreamedAnswer,
  ) {
    return streamed(await this.live.follow(subscriber, id));
  }
}
