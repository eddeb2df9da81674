// Gives products of a workspace to whoever names one.
import { Injectable } from '@nestjs/common';
import { AppError, type SourceProduct } from '#contracts';
import { ProductsClient } from './products.client.ts';

@Injectable()
export class ProductLookupService {
  constructor(private readonly client: ProductsClient) {}

  /** A product; undefined when the workspace has none with that id. Errors: those of `Bus.request`. */
  find(workspaceId: string, id: string): Promise<SourceProduct | undefined> {
    return this.client.find(workspaceId, id);
  }

  /** A product that must be there. Errors: UnknownReference with this target, those of `Bus.request`. */
  async get(workspaceId: string, id: string, target: string): Promise<SourceProduct> {
    const found = await this.find(workspaceId, id);
    if (found) return found;
    throw new AppError('UnknownReference', { target });
  }
}
