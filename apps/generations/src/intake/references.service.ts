// What a generation is written from: the product and the document that its request names.
import { Injectable } from '@nestjs/common';
import { AppError, type Product } from '#contracts';
import { DocumentsStore, type Document } from '../documents/documents.store.ts';
import { ProductsClient } from './products.client.ts';

/** What a generation is written from. */
export interface Sources {
  document: Document | undefined;
  product: Product | undefined;
}

/** Looks up what requests name. */
@Injectable()
export class ReferencesService {
  constructor(
    private readonly documents: DocumentsStore,
    private readonly products: ProductsClient,
  ) {}

  /** Finds both. Errors: UnknownReference, and those of the bus. */
  async find(
    workspaceId: string,
    named: { documentId: string | undefined; productId: string | undefined },
  ): Promise<Sources> {
    const [document, product] = await Promise.all([
      lookUp('documentId', named.documentId, (id) => this.documents.find(workspaceId, id)),
      lookUp('inputs.productId', named.productId, (id) => this.products.find(workspaceId, id)),
    ]);
    return { document, product };
  }
}

async function lookUp<T>(
  target: string,
  id: string | undefined,
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (id === undefined) return undefined;
  const found = await find(id);
  if (found === undefined) throw new AppError('UnknownReference', { target });
  return found;
}
