// What the catalogue knows of a product.
import { Injectable } from '@nestjs/common';
import { AppError, findProduct, type Product } from '#contracts';
import { Bus } from '#platform/messaging';

/** What the catalogue knows of a product. */
@Injectable()
export class ProductsClient {
  constructor(private readonly bus: Bus) {}

  /** A product of the workspace; undefined when it has none by that id. Errors: those of `Bus.ask`. */
  async find(workspaceId: string, id: string): Promise<Product | undefined> {
    if (!findProduct.input.shape.id.safeParse(id).success) return undefined;
    try {
      return await this.bus.request(findProduct, { workspaceId, id });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NotFound') return undefined;
      throw error;
    }
  }
}
