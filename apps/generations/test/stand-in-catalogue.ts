// Stands in for the catalogue: it answers with the products that a test gives it.
import { Controller, Module } from '@nestjs/common';
import { AppError, findProduct, type Product } from '#contracts';
import { OnRequest } from '#platform/messaging';

/** State of the stand-in catalogue. */
export const catalogue = {
  /** By `workspaceId/productId`. */
  products: new Map<string, Product>(),
  /** Number of requests that the catalogue has answered. */
  requests: 0,
  /** When set, the answer to every request. */
  error: undefined as AppError | undefined,
};

@Controller()
class StandInCatalogueController {
  @OnRequest(findProduct)
  find({ workspaceId, id }: { workspaceId: string; id: string }): Product {
    catalogue.requests += 1;
    if (catalogue.error) throw catalogue.error;
    const product = catalogue.products.get(`${workspaceId}/${id}`);
    if (!product) throw new AppError('NotFound');
    return product;
  }
}

@Module({ controllers: [StandInCatalogueController] })
export class StandInCatalogueModule {}
