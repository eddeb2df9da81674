// Products: listing and reading. The owner's JSON is passed on as it came, byte for byte.
import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import {
  getProduct,
  listProducts,
  product,
  productList,
  productListQuery,
  type Actor,
  type ProductListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { exampleProducts } from '../openapi/examples.rules.ts';
import { Operation } from '../openapi/operation.decorator.ts';
import { CurrentActor } from '../http/request.decorator.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

@Controller('products')
export class ProductsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Header('content-type', JSON_TYPE)
  @Operation({
    id: 'ListProducts',
    tag: 'Products',
    summary: 'List products',
    description:
      'The products of the workspace, newest first, in pages. Pass `nextToken` back, with the same `genre`, until a page has none.',
    route: { query: true },
    answer: { status: 200, schema: productList, description: 'One page.', example: exampleProducts },
    errors: ['InvalidNextToken'],
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: productListQuery }) query: ProductListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listProducts, { actor, ...query });
  }

  @Get(':id')
  @ApiParam({ name: 'id', description: 'Id of the product.', example: exampleProducts.products[0]?.id })
  @Header('content-type', JSON_TYPE)
  @Operation({
    id: 'GetProduct',
    tag: 'Products',
    summary: 'Get a product',
    description: 'One product of the workspace; `genre` tells its kind.',
    answer: {
      status: 200,
      schema: product,
      description: 'The product.',
      example: exampleProducts.products[0],
    },
    errors: ['NotFound'],
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Buffer> {
    return this.bus.requestJson(getProduct, { actor, id });
  }
}
