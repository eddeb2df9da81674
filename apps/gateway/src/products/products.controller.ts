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
import {
  exampleCustomProduct,
  exampleEditedProduct,
  exampleExport,
  exampleProductCount,
  exampleProducts,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';
import { MAX_SHEET_ROWS, ProductExportService } from './product-export.service.ts';

const [exampleProduct] = exampleProducts.products;
const BODY_LIMIT = 64 * 1024;

const ProductId = PathId('product', exampleProduct?.id);

@ApiTags('Products')
@Controller('products')
export class ProductsController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ProductExportService,
  ) {}

  @Get()
  @ListOperation(listProducts, {
    id: 'ListProducts',
    summary: 'List products',
    description:
      'The products of the workspace, newest first. A product is listed when it fulfils all filters. With `texts=missing`, a page is the result of looking at 2,000 products: it may have fewer than `limit` products, or none, although others follow.',
    conditional: ['ETag', 'If-None-Match'],
    example: exampleProducts,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: productListQuery }) query: ProductListQuery,
    @ContentTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.requestJson(listProducts, { actor, ...query }));
  }

  @Post()
  @Operation(createProduct, {
    id: 'CreateProduct',
    summary: 'Create a Custom product',
    description:
      'Adds a product that does not come from a marketplace. Only the title is required; lists have at most 100 entries, and links are http or https.',
    route: { bodyLimit: BODY_LIMIT, creates: 'products/' },
    conditional: ['ETag'],
    answer: { status: 201, description: 'The product.', example: exampleCustomProduct },
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
  @Operation(countProducts, {
    id: 'CountProducts',
    summary: 'Count products',
    description: `The number of products that fulfil all filters; it is exact up to ${MAX_EXACT_COUNT}.`,
    route: { query: true },
    answer: { description: 'The number.', example: exampleProductCount },
  })
  count(@CurrentActor() actor: Actor, @Query({ schema: productCountQuery }) query: ProductCountQuery) {
    return this.bus.request(countProducts, { actor, ...query, upTo: MAX_EXACT_COUNT });
  }

  @Get('export')
  @Operation(countProducts, {
    id: 'ExportProducts',
    summary: 'Export products to a file',
    description: `The products that fulfil all filters, newest first, as one file. CSV is UTF-8 with a byte order mark. A text that a spreadsheet would take for a formula begins with an apostrophe. The entries of a list are joined by \`|\`, with \`\\\` before a \`|\` or \`\\\` in them. A spreadsheet holds at most ${MAX_SHEET_ROWS} products.`,
    route: { query: true, download: true },
    answer: { description: 'The file.', example: exampleExport },
  })
  export(
    @CurrentActor() actor: Actor,
    @Query({ schema: productExportQuery }) query: ProductExportQuery,
    @IsHead() isHead: boolean,
  ) {
    return this.exports.export(actor, query, isHead);
  }

  @Get(':id')
  @Operation(getProduct, {
    id: 'GetProduct',
    summary: 'Get a product',
    description:
      'One product of the workspace; `genre` tells its kind. If fields were edited, `imported` has the values of the marketplace for them.',
    conditional: ['ETag', 'If-None-Match'],
    answer: { description: 'The product.', example: exampleProduct },
  })
  async get(@CurrentActor() actor: Actor, @ProductId id: string, @VersionTag() tagged: TaggedAnswer) {
    return tagged(await this.bus.requestJson(getProduct, { actor, id }));
  }

  @Patch(':id')
  @Operation(patchProduct, {
    id: 'UpdateProduct',
    summary: 'Change a product',
    description:
      'Applies a JSON Merge Patch (RFC 7396). In a Retailer product each value is an edit, which later imports do not overwrite, and `null` restores the value of the marketplace. In a Custom product `null` empties a field.',
    route: { bodyLimit: BODY_LIMIT, mediaTypes: [JSON_TYPE, MERGE_PATCH] },
    conditional: ['ETag', 'If-Match'],
    answer: { description: 'The product after the change.', example: exampleEditedProduct },
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
  @Operation(deleteProduct, {
    id: 'DeleteProduct',
    summary: 'Delete a product',
    description:
      'Deletes a product, which can be restored for 30 days. Its generations stay. An import of its ASIN brings it back with the same id, without its edits.',
    conditional: ['If-Match'],
    answer: { status: 204, description: 'It is deleted.' },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @ProductId id: string,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    await this.bus.request(deleteProduct, { actor, id, ...condition });
  }

  @Post(':id/restore')
  @Operation(restoreProduct, {
    id: 'RestoreProduct',
    summary: 'Restore a deleted product',
    description:
      'Brings back a product that was deleted in the last 30 days, with its edits. A product that is not deleted is left as it is.',
    conditional: ['ETag', 'If-Match'],
    answer: { description: 'The product.', example: exampleEditedProduct },
  })
  async restore(
    @CurrentActor() actor: Actor,
    @ProductId id: string,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.requestJson(restoreProduct, { actor, id, ...condition }));
  }
}
