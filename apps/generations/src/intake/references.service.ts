// Finds what requests for generations name: documents, products, voices.
import { Injectable } from '@nestjs/common';
import { AppError, type Document, type SourceProduct } from '#contracts';
import { DocumentsService } from '../documents/index.ts';
import { ProductLookupService } from '../products/index.ts';
import { VoicesService, type ChosenVoice } from '../voices/index.ts';
import type { ValidRequest } from './generation-requests.service.ts';

/** What a request names; undefined where it names nothing. */
export interface References {
  document: Document | undefined;
  product: SourceProduct | undefined;
  /** Also the default voice of the workspace. */
  voice: ChosenVoice | undefined;
}

@Injectable()
export class ReferencesService {
  constructor(
    private readonly documents: DocumentsService,
    private readonly products: ProductLookupService,
    private readonly voices: VoicesService,
  ) {}

  /** Finds what a request names. Errors: UnknownReference, those of `Bus.request`. */
  async find(
    workspaceId: string,
    { documentId, productId, environment }: Pick<ValidRequest, 'documentId' | 'productId' | 'environment'>,
  ): Promise<References> {
    const [document, product, voice] = await Promise.all([
      resolveReference('documentId', documentId, (id) => this.documents.find(workspaceId, id)),
      resolveReference('inputs.productId', productId, (id) => this.products.find(workspaceId, id)),
      this.voices.choose(workspaceId, environment.voice),
    ]);
    return { document, product, voice };
  }

  /** The voice that settings name, by default that of the workspace. Errors: UnknownReference. */
  voice(...given: Parameters<VoicesService['choose']>): Promise<ChosenVoice | undefined> {
    return this.voices.choose(...given);
  }
}

/** Finds what the request names; undefined when it names nothing. Errors: UnknownReference when nothing is found. */
async function resolveReference<T>(
  target: string,
  id: string | undefined,
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (id === undefined) return undefined;
  const found = await find(id);
  if (found === undefined) throw new AppError('UnknownReference', { target });
  return found;
}
