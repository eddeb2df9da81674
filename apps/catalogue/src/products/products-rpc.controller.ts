// Requests about products.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { findProduct, getProduct, listProducts, type Product } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ProductsService } from './products.service.ts';

@Controller()
export class ProductsRpcController {
  constructor(private readonly products: ProductsService) {}

  @OnRequest(listProducts)
  list({ actor, ...query }: z.output<typeof listProducts.input>): Promise<string> {
    return this.products.list(actor.workspaceId, query);
  }

  @OnRequest(getProduct)
  get({ actor, id }: z.output<typeof getProduct.input>): Promise<string> {
    return this.products.get(actor.workspaceId, id);
  }

  @OnRequest(findProduct)
  async find({ workspaceId, id }: z.output<typeof findProduct.input>): Promise<Product> {
    return JSON.parse(await this.products.get(workspaceId, id)) as Product;
  }
}
