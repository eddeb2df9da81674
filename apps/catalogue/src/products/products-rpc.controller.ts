// Requests about products.
import { Controller } from '@nestjs/common';
import {
  countProducts,
  findProduct,
  getProduct,
  listProducts,
  type Product,
  type ProductCount,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ProductListService } from './product-list.service.ts';
import { ProductsService } from './products.service.ts';

@Controller()
export class ProductsRpcController {
  constructor(
    private readonly products: ProductsService,
    private readonly lists: ProductListService,
  ) {}

  @OnRequest(listProducts)
  list({
    actor: { workspaceId },
    limit,
    nextToken,
    ...filters
  }: InputOf<typeof listProducts>): Promise<string> {
    return this.lists.page({ workspaceId, limit, nextToken }, filters);
  }

  @OnRequest(countProducts)
  count({ actor, upTo, ...filters }: InputOf<typeof countProducts>): Promise<ProductCount> {
    return this.lists.count(actor.workspaceId, filters, upTo);
  }

  @OnRequest(getProduct)
  get({ actor, id }: InputOf<typeof getProduct>): Promise<string> {
    return this.products.get(actor.workspaceId, id);
  }

  @OnRequest(findProduct)
  async find({ workspaceId, id }: InputOf<typeof findProduct>): Promise<Product> {
    return JSON.parse(await this.products.get(workspaceId, id)) as Product;
  }
}
