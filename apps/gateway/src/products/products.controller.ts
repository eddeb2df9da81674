// Serves lists of products and single products; the owner's JSON is passed on byte for byte.
import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  countProducts,
  getProduct,
  listProducts,
  MAX_EXACT_COUNT,
  product,
  productCount,
  productCountQuery,
  productExportQuery,
  productList,
  productListQuery,
  type Actor,
  type ProductCount,
  type ProductCountQuery,
  type ProductExportQuery,
  type ProductListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor, IsHead } from '../http/request.decorator.ts';
import { exampleExport, exampleProductCount, exampleProducts } from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { MAX_SHEET_ROWS, ProductExportService } from './product-export.service.ts';

const [exampleProduct] = exampleProducts.products;

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
      'The products of the workspace, newest first, in pages. Pass `nextToken` back, with the same filters, until a page has none. A product is listed when it fulfils all filters.',
    forwardsTo: listProducts,
    route: { query: true },
    answer: { status: 200, schema: productList, description: 'One page.', example: exampleProducts },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: productListQuery }) query: ProductListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listProducts, { actor, ...query });
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
  @ApiParam({ name: 'id', description: 'Id of the product.', example: exampleProduct?.id })
  @Operation({
    id: 'GetProduct',
    summary: 'Get a product',
    description: 'One product of the workspace; `genre` tells its kind.',
    forwardsTo: getProduct,
    answer: { status: 200, schema: product, description: 'The product.', example: exampleProduct },
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Buffer> {
    return this.bus.requestJson(getProduct, { actor, id });
  }
}
