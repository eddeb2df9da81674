// Requests about products.
import { Controller } from '@nestjs/common';
import { findProduct, getProduct, listProducts, type Product, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ProductsService } from './products.service.ts';

@Controller()
export class ProductsRpcController {
  constructor(private readonly products: ProductsService) {}

  @OnRequest(listProducts)
  list({ actor, genre, ...page }: InputOf<typeof listProducts>): Promise<string> {
    return this.products.list({ workspaceId: actor.workspaceId, ...page }, genre);
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
