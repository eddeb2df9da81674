// Finds what requests name: documents, products, voices, accepted texts of other generations.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  APPLICATIONS,
  type Document,
  type GenerationEnvironment,
  type GenerationTask,
  type OriginalText,
  type SourceProduct,
} from '#contracts';
import { applicationOf, contentOf } from '#content';
import { invalidArgument } from '#platform/errors';
import { DocumentsService } from '../documents/index.ts';
import { acceptedContent, choicesOf, customApplicationOf } from '../generation-record/index.ts';
import { ProductLookupService } from '../products/index.ts';
import { VoicesService, type ChosenVoice } from '../voices/index.ts';
import { OriginalsStore, type AcceptedRow } from './originals.store.ts';

/** What a request names, as it is now; undefined where it names nothing. */
export interface References {
  document: Document | undefined;
  product: SourceProduct | undefined;
  original: OriginalText | undefined;
  /** Also the default voice of the workspace. */
  voice: ChosenVoice | undefined;
}

/** A checked request, as far as it names something. */
interface Named {
  applicationId: string;
  documentId: string | undefined;
  productId: string | undefined;
  inputs: GenerationTask['inputs'];
  environment: GenerationEnvironment;
}

@Injectable()
export class ReferencesService {
  constructor(
    private readonly documents: DocumentsService,
    private readonly products: ProductLookupService,
    private readonly originals: OriginalsStore,
    private readonly voices: VoicesService,
  ) {}

  /** Finds all that a request names. Errors: UnknownReference and InvalidArgument with the target, those of `Bus.request`. */
  async find(workspaceId: string, request: Named): Promise<References> {
    const { documentId, productId, environment } = request;
    const accepted = await this.accepted(workspaceId, request);
    const [document, product, voice] = await Promise.all([
      resolveReference('documentId', documentId, (id) => this.documents.find(workspaceId, id)),
      resolveReference('inputs.productId', productId, (id) => this.products.find(workspaceId, id)),
      this.voices.choose(workspaceId, environment.voice),
    ]);
    // What a text says is checked against the product that it was written for, if that is still there.
    const own = accepted?.productId ?? undefined;
    const about = product ?? (own === undefined ? undefined : await this.products.find(workspaceId, own));
    return { document, product: about, voice, original: accepted?.original };
  }

  /** The voice that settings name, by default that of the workspace. Errors: UnknownReference. */
  voice(...given: Parameters<VoicesService['choose']>): Promise<ChosenVoice | undefined> {
    return this.voices.choose(...given);
  }

  private async accepted(
    workspaceId: string,
    { applicationId, productId, inputs }: Named,
  ): Promise<{ original: OriginalText; productId: string | null } | undefined> {
    if (applicationId !== 'localise') return undefined;
    const { generationId, variant } = APPLICATIONS.localise.inputs.parse(inputs);
    if (generationId === undefined) {
      if (productId === undefined) throw invalid('generationId', 'Name a generation, or a product.');
      return undefined;
    }
    const row = await this.originals.find(workspaceId, generationId);
    if (!row) throw new AppError('UnknownReference', { target: 'inputs.generationId' });
    return { original: originalIn(row, variant), productId: row.productId };
  }
}

/** The text that a person has accepted. Errors: InvalidArgument. */
function originalIn(row: AcceptedRow, variant: number | undefined): OriginalText {
  const { applicationId, inputs, environment, review, result } = row;
  if (review?.state !== 'ACCEPTED')
    throw invalid('generationId', 'Nobody has accepted the text of this generation. Accept it first.');
  const task = { applicationId, inputs, environment, application: customApplicationOf(row.application) };
  const content = acceptedContent(result, review);
  const form = applicationOf(task).output(task);
  const tidied = contentOf(typeof content === 'string' ? content : { results: content }, form);
  const isOwn = review.result !== undefined;
  const accepted = isOwn ? 0 : (review.variant ?? 0);
  const choice = choicesOf(task, tidied)[accepted];
  if (choice && (isOwn || (variant ?? accepted) === accepted))
    return { texts: choice.texts, applicationId, language: environment.language };
  throw invalid('variant', `The item with the index ${accepted} was accepted. Use that, or leave it out.`);
}

function invalid(input: string, message: string): AppError {
  return invalidArgument([{ path: ['inputs', input], message }]);
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
