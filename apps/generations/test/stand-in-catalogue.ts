// The stand-in for the catalogue, over the real bus: its products, and a bad day where a test wants one.
import { Controller, Module } from '@nestjs/common';
import { AppError, findProduct, type Actor, type Product } from '#contracts';
import { newId } from '#platform/context';
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

/** A product that the actor's workspace has in the stand-in catalogue. */
export function productFor({ workspaceId }: Actor, more: Partial<Product> = {}): Product {
  const product: Product = {
    id: newId(),
    genre: 'Retailer',
    asin: 'B000000001',
    marketplace: 'DE',
    title: 'Eichenbrett, 40 cm',
    brand: 'Fenwick',
    description: '',
    specification: '',
    feature: '',
    mainImage: '',
    link: '',
    features: ['Aus einem Stück'],
    createdAt: 1,
    updatedAt: 2,
    ...more,
  };
  catalogue.products.set(`${workspaceId}/${product.id}`, product);
  return product;
}

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
