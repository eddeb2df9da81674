// Serves lists of products and single products; the owner's JSON is passed on byte for byte.
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
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
import { CurrentActor } from '../http/request.decorator.ts';
import { exampleProducts } from '../openapi/index.ts';
import { Operation } from '../openapi/operation.decorator.ts';

const [exampleProduct] = exampleProducts.products;

@ApiTags('Products')
@Controller('products')
export class ProductsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Operation({
    id: 'ListProducts',
    summary: 'List products',
    description:
      'The products of the workspace, newest first, in pages. Pass `nextToken` back, with the same `genre`, until a page has none.',
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
