// Serves the products of a workspace: lists, single ones, and what people write of them. The owner's JSON is passed on
// byte for byte.
import {
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Patch,
  Post,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  countProducts,
  createProduct,
  customProduct,
  deleteProduct,
  getProduct,
  listProducts,
  MAX_EXACT_COUNT,
  patchProduct,
  product,
  productCount,
  productCountQuery,
  productCreation,
  productExportQuery,
  productList,
  productListQuery,
  productPatch,
  restoreProduct,
  type Actor,
  type Product,
  type ProductCount,
  type ProductCountQuery,
  type ProductCreation,
  type ProductExportQuery,
  type ProductListQuery,
  type ProductPatch,
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
} from '../http/index.ts';
import {
  exampleCustomProduct,
  exampleEditedProduct,
  exampleExport,
  exampleProductCount,
  exampleProducts,
  Operation,
} from '../openapi/index.ts';
import { MAX_SHEET_ROWS, ProductExportService } from './product-export.service.ts';

const [exampleProduct] = exampleProducts.products;
const BODY_LIMIT = 64 * 1024;

const ProductId = ApiParam({ name: 'id', description: 'Id of the product.', example: exampleProduct?.id });

@ApiTags('Products')
@Controller('products')
export class ProductsController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: ProductExportService,
  ) {}

  @Get()
  @Operation({
    id: 'ListProducts',
    summary: 'List products',
    description:
      'The products of the workspace, newest first, in pages. Pass `nextToken` back, with the same filters, until a page has none. A product is listed when it fulfils all filters. With `texts=missing` a page looks at 2,000 products, and may have fewer than `limit`, or none, although others follow.',
    forwardsTo: listProducts,
    route: { query: true },
    conditional: ['ETag', 'If-None-Match'],
    answer: { status: 200, schema: productList, description: 'One page.', example: exampleProducts },
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query({ schema: productListQuery }) query: ProductListQuery,
    @ContentTag() tagged: TaggedAnswer<Buffer>,
  ): Promise<Buffer> {
    return tagged(await this.bus.requestJson(listProducts, { actor, ...query }));
  }

  @Post()
  @Operation({
    id: 'CreateProduct',
    summary: 'Create a Custom product',
    description:
      'Adds a product that no marketplace has. Only the title is required; lists hold up to 100 entries, and links are http or https.',
    forwardsTo: createProduct,
    route: { bodyLimit: BODY_LIMIT, creates: 'products/' },
    body: true,
    conditional: ['ETag'],
    answer: {
      status: 201,
      schema: customProduct,
      description: 'The product.',
      example: exampleCustomProduct,
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: productCreation }) body: ProductCreation,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @VersionTag() tagged: TaggedAnswer<Product>,
  ): Promise<Product> {
    return tagged(created('product', await this.bus.request(createProduct, { actor, body, ...key })));
  }

  @Get('count')
  @Operation({
    id: 'CountProducts',
    summary: 'Count products',
    description: `How many products the filters choose, exactly up to ${MAX_EXACT_COUNT}.`,
    forwardsTo: countProducts,
    route: { query: true },
    answer: { status: 200, schema: productCount, description: 'The number.', example: exampleProductCount },
  })
  count(
    @CurrentActor() actor: Actor,
    @Query({ schema: productCountQuery }) query: ProductCountQuery,
  ): Promise<ProductCount> {
    return this.bus.request(countProducts, { actor, ...query, upTo: MAX_EXACT_COUNT });
  }

  @Get('export')
  @Operation({
    id: 'ExportProducts',
    summary: 'Export products to a file',
    description: `The products that the filters choose, newest first, as one file. CSV is UTF-8 with a byte order mark; an apostrophe stands before a text that a spreadsheet would take for a formula; the entries of a list are joined by \`|\`, with \`\\\` before a \`|\` or \`\\\` in them. A spreadsheet holds at most ${MAX_SHEET_ROWS} products.`,
    forwardsTo: countProducts,
    route: { query: true, download: true },
    answer: { status: 200, schema: z.string(), description: 'The file.', example: exampleExport },
  })
  export(
    @CurrentActor() actor: Actor,
    @Query({ schema: productExportQuery }) query: ProductExportQuery,
    @IsHead() isHead: boolean,
  ): Promise<StreamableFile> {
    return this.exports.export(actor, query, isHead);
  }

  @Get(':id')
  @ProductId
  @Operation({
    id: 'GetProduct',
    summary: 'Get a product',
    description:
      'One product of the workspace; `genre` tells its kind. With edits, `imported` has what the marketplace says of the edited fields.',
    forwardsTo: getProduct,
    conditional: ['ETag', 'If-None-Match'],
    answer: { status: 200, schema: product, description: 'The product.', example: exampleProduct },
  })
  async get(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @VersionTag() tagged: TaggedAnswer<Buffer>,
  ): Promise<Buffer> {
    return tagged(await this.bus.requestJson(getProduct, { actor, id }));
  }

  @Patch(':id')
  @ProductId
  @Operation({
    id: 'UpdateProduct',
    summary: 'Change a product',
    description:
      'Applies a JSON Merge Patch (RFC 7396). In a Retailer product each value is an edit, which outlives imports, and `null` gives the field back to the marketplace. In a Custom product `null` empties a field.',
    forwardsTo: patchProduct,
    route: { bodyLimit: BODY_LIMIT, mediaTypes: [JSON_TYPE, MERGE_PATCH] },
    body: true,
    conditional: ['ETag', 'If-Match'],
    answer: {
      status: 200,
      schema: product,
      description: 'The product after the change.',
      example: exampleEditedProduct,
    },
  })
  async patch(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: productPatch }) body: ProductPatch,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer<Buffer>,
  ): Promise<Buffer> {
    return tagged(await this.bus.requestJson(patchProduct, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @ProductId
  @Operation({
    id: 'DeleteProduct',
    summary: 'Delete a product',
    description:
      'Deletes a product; for 30 days it can be restored. Its generations stay. An import of its ASIN brings it back under the same id, without its edits.',
    forwardsTo: deleteProduct,
    conditional: ['If-Match'],
    answer: { status: 204, description: 'It is deleted.' },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @IfMatch() condition: { ifVersion?: number },
  ): Promise<void> {
    await this.bus.request(deleteProduct, { actor, id, ...condition });
  }

  @Post(':id/restore')
  @ProductId
  @Operation({
    id: 'RestoreProduct',
    summary: 'Restore a deleted product',
    description:
      'Brings a product back that was deleted within 30 days, with its edits. One that is not deleted stays as it is.',
    forwardsTo: restoreProduct,
    conditional: ['ETag', 'If-Match'],
    answer: { status: 200, schema: product, description: 'The product.', example: exampleEditedProduct },
  })
  async restore(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer<Buffer>,
  ): Promise<Buffer> {
    return tagged(await this.bus.requestJson(restoreProduct, { actor, id, ...condition }));
  }
}
