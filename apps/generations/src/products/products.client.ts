// Asks the catalogue for products.
import { Injectable } from '@nestjs/common';
import { AppError, findProduct, type SourceProduct } from '#contracts';
import { Bus } from '#platform/messaging';

@Injectable()
export class ProductsClient {
  constructor(private readonly bus: Bus) {}

  /** Finds a product of the workspace; undefined when it has none with that id. Errors: those of `Bus.request`. */
  async find(workspaceId: string, id: string): Promise<SourceProduct | undefined> {
    try {
      return await this.bus.request(findProduct, { workspaceId, id });
    } catch (error) {
      if (error instanceof AppError && error.code === 'NotFound') return undefined;
      throw error;
    }
  }
}
