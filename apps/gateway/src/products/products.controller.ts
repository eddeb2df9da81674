// Serves the products of a workspace: lists, single ones, and what people write of them. The owner's JSON is passed on
// byte for byte.
import { Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  countProducts,
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  MAX_EXACT_COUNT,
  patchProduct,
  productCountQuery,
  productExportQuery,
  productListQuery,
  restoreProduct,
  type Actor,
  type BodyOf,
  type ProductCountQuery,
  type ProductExportQuery,
  type ProductListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { ContentTag, IfMatch, type TaggedAnswer, VersionTag } from '../conditional/index.ts';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  IsHead,
  JSON_TYPE,
  MERGE_PATCH,
  RequestBody,
} from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';
import { MAX_SHEET_ROWS, ProductExportService } from './product-export.service.ts';

const BODY_LIMIT = 64 * 1024;

const ProductId = PathId('product');

@ApiTags('Products')
@Controller('products')
export class ProductsController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ProductExportService,
  ) {}

  @Get()
  @ListOperation(listProducts, { conditional: ['ETag', 'If-None-Match'] })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: productListQuery }) query: ProductListQuery,
    @ContentTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.requestJson(listProducts, { actor, ...query }));
  }

  @Post()
  @Operation(createProduct, {
    status: 201,
    bodyLimit: BODY_LIMIT,
    creates: 'products/',
    conditional: ['ETag'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createProduct) body: BodyOf<typeof createProduct>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(created('product', await this.bus.request(createProduct, { actor, body, ...key })));
  }

  @Get('count')
  @Operation(countProducts, { query: true })
  count(@CurrentActor() actor: Actor, @Query({ schema: productCountQuery }) query: ProductCountQuery) {
    return this.bus.request(countProducts, { actor, ...query, upTo: MAX_EXACT_COUNT });
  }

  @Get('export')
  @Operation(
    {
      ...countProducts,
      operation: {
        id: 'ExportProducts',
        summary: 'Export products to a file',
        description: `The products that fulfil all filters, newest first, as one file. CSV is UTF-8 with a byte order mark. A text that a spreadsheet would take for a formula begins with an apostrophe. The entries of a list are joined by \`|\`, with \`\\\` before a \`|\` or \`\\\` in them. A spreadsheet holds at most ${MAX_SHEET_ROWS} products.`,
        answer: 'The file.',
      },
    },
    { query: true, download: true },
  )
  export(
    @CurrentActor() actor: Actor,
    @Query({ schema: productExportQuery }) query: ProductExportQuery,
    @IsHead() isHead: boolean,
  ) {
    return this.exports.export(actor, query, isHead);
  }

  @Get(':id')
  @Operation(getProduct, { conditional: ['ETag', 'If-None-Match'] })
  async get(@CurrentActor() actor: Actor, @ProductId id: string, @VersionTag() tagged: TaggedAnswer) {
    return tagged(await this.bus.requestJson(getProduct, { actor, id }));
  }

  @Patch(':id')
  @Operation(patchProduct, {
    bodyLimit: BODY_LIMIT,
    mediaTypes: [JSON_TYPE, MERGE_PATCH],
    conditional: ['ETag', 'If-Match'],
  })
  async patch(
    @CurrentActor() actor: Actor,
    @ProductId id: string,
    @RequestBody(patchProduct) body: BodyOf<typeof patchProduct>,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.requestJson(patchProduct, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @Operation(deleteProduct, { conditional: ['If-Match'] })
  async delete(
    @CurrentActor() actor: Actor,
    @ProductId id: string,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    await this.bus.request(deleteProduct, { actor, id, ...condition });
  }

  @Post(':id/restore')
  @Operation(restoreProduct, { conditional: ['ETag', 'If-Match'] })
  async restore(
    @CurrentActor() actor: Actor,
    @ProductId id: string,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.requestJson(restoreProduct, { actor, id, ...condition }));
  }
}
