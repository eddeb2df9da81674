// Accepts results: chooses the text, checks a version that a person wrote, and has it written to the product or a document.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AcceptanceRequest,
  type acceptGeneration,
  type Actor,
  defined,
  type Generation,
  type GenerationResult,
  type GenerationTask,
  type InputOf,
  type ListingPart,
} from '#contracts';
import { applicationOf, contentOf, editShareOf, type Content, type Item } from '#content';
import { invalidArgument } from '#platform/errors';
import { GenerationsService } from '../intake/index.ts';
import {
  type AcceptedTexts,
  choicesOf,
  customApplicationOf,
  documentContentOf,
  itemsOf,
  partsIn,
  patchesOf,
  textsOfParts,
} from '../generation-record/index.ts';
import { ChecksService, contentIn } from './checks.service.ts';
import { DocumentAcceptancesService } from './document-acceptances.service.ts';
import { ProductAcceptancesService, routeOf } from './product-acceptances.service.ts';
import { hasNoResult, reviewOf } from './reviews.service.ts';
import { ReviewsStore, type ResultRow } from './reviews.store.ts';

/** An acceptance as a person asks for it; `ifVersion` is that of the product or document. */
type Acceptance = Omit<InputOf<typeof acceptGeneration>, 'actor'>;

/** A result or a draft, and the task that it was written for. */
type Result = ResultRow & { result: GenerationResult };

@Injectable()
export class AcceptancesService {
  constructor(
    private readonly store: ReviewsStore,
    private readonly checks: ChecksService,
    private readonly products: ProductAcceptancesService,
    private readonly documents: DocumentAcceptancesService,
    private readonly generations: GenerationsService,
  ) {}

  /**
   * Writes a result to its product or to a document, whose version `ifVersion` names. Errors: NotFound, InvalidState (there is
   * no result, or no product), InvalidArgument, UnknownReference, VersionMismatch, QuotaExceeded, Idempotency*, those of
   * `Bus.request`.
   */
  async accept(actor: Actor, { id, body, ifVersion, idempotencyKey: key }: Acceptance): Promise<Generation> {
    const { workspaceId } = actor;
    const once = { workspaceId, route: routeOf(id), key, body };
    if (await this.products.isRepeat(id, once)) return this.generations.get(workspaceId, id);
    const found = await this.result(workspaceId, id, body.result !== undefined);
    const { product } = found;
    const own = body.result === undefined ? undefined : await this.checked(found, body.result);
    const { texts, parts, variant } = accepted(found, own, body);
    const patchOf = patchesOf(texts);
    const to = body.to ?? (product && patchOf && body.documentId === undefined ? 'product' : 'document');
    const result = parts && own !== undefined ? itemsOf(own as Item[], parts) : own;
    const editShare = own === undefined ? 0 : shareOfEdits(found, texts, parts);
    const decided = { ...reviewOf(actor, 'ACCEPTED'), to, editShare, ...defined({ variant, parts, result }) };
    if (to === 'document') {
      const { title } = found;
      const content = documentContentOf(texts.flatMap(({ paragraphs }) => paragraphs));
      const text = { documentId: body.documentId, ifVersion, title, content };
      await this.documents.accept({ ...actor, id }, text, decided, once);
    } else {
      if (!product)
        throw new AppError('InvalidState', {
          target: 'to',
          message: 'The generation has no product. Accept it into a document.',
        });
      if (!patchOf)
        throw new AppError('InvalidState', {
          target: 'to',
          message: 'The application writes for no field of products. Accept the result into a document.',
        });
      const { id: productId } = product;
      const review = { ...decided, id: productId };
      const text = { workspaceId, generationId: id, productId, patchOf, review };
      await this.products.accept(text, ifVersion, once);
    }
    return this.generations.get(workspaceId, id);
  }

  /**
   * The result of a generation, or its draft: this one, which the quality check has refused, only for an acceptance of a
   * person's own version (`isOwn`). Errors: NotFound, InvalidState.
   */
  private async result(workspaceId: string, id: string, isOwn: boolean): Promise<Result> {
    const found = await this.store.find(workspaceId, id);
    if (!found) throw new AppError('NotFound');
    const { result, draft } = found;
    if (result !== null) return { ...found, result };
    if (draft === null) throw hasNoResult();
    const message = 'The quality check has refused this text. Send your own version of it as `result`.';
    if (!isOwn) throw new AppError('InvalidState', { target: 'result', message });
    return { ...found, result: draft };
  }

  /** A person's version as it may be written. Errors: InvalidArgument. */
  private async checked(found: Result, result: GenerationResult): Promise<Content> {
    const task = taskOf(found);
    const content = tidyContent(task, result);
    const all = await this.checks.findings(found.workspaceId, task, content);
    // Of a listing a person may accept some parts.
    const hard = all.filter(({ severity, rule }) => severity === 'hard' && rule !== 'PART_MISSING');
    if (hard.length === 0) return content;
    const details = hard.map(({ variant, rule, message }) => ({
      code: rule,
      message: message.en,
      target: typeof content === 'string' ? 'result' : `result[${variant}]`,
    }));
    throw new AppError('InvalidArgument', { ...details[0], details });
  }
}

function taskOf({
  applicationId,
  application,
  inputs,
  environment,
  marketplace,
  document,
  original,
  product,
}: Result): GenerationTask {
  return {
    applicationId,
    application: customApplicationOf(application),
    inputs,
    environment,
    marketplace: marketplace ?? undefined,
    document: document ?? undefined,
    original: original ?? undefined,
    product: product ?? undefined,
  };
}

/** The content of a result. Errors: InvalidArgument when it has not the form of the application. */
function tidyContent(task: GenerationTask, result: GenerationResult): Content {
  const content = contentIn(result, task);
  const form = applicationOf(task).output(task);
  return contentOf(typeof content === 'string' ? content : { results: content }, form);
}

/** What is accepted of a result or of a person's version: some parts of a listing, else one choice. Errors: InvalidArgument. */
function accepted(
  found: Result,
  own: Content | undefined,
  { variant = 0, parts: asked }: AcceptanceRequest,
): { texts: AcceptedTexts[]; parts?: ListingPart[]; variant?: number } {
  const task = taskOf(found);
  const content = own ?? tidyContent(task, found.result);
  const choices = choicesOf(task, content);
  const chosen = choices[variant];
  if (!chosen)
    throw invalidArgument([{ path: ['variant'], message: `Use an index below ${choices.length}.` }]);
  if (own !== undefined && choices.length > 1)
    throw invalidArgument([{ path: ['result'], message: 'Send only the item that you accept.' }]);
  const known = partsIn(task, content);
  const parts = asked ? known.filter((part) => asked.includes(part)) : known;
  const isAll = asked === undefined || new Set(asked).size === parts.length;
  if (!isAll || (own !== undefined && parts.length < known.length))
    throw invalidArgument([{ path: ['parts'], message: partsMessage(known) }]);
  if (typeof content === 'string' || known.length === 0) {
    const texts = [{ applicationId: found.applicationId, ...chosen }];
    return own === undefined && choices.length > 1 ? { texts, variant } : { texts };
  }
  return { texts: textsOfParts(task, content, parts), parts };
}

function partsMessage(known: readonly ListingPart[]): string {
  return known.length === 0 ? 'Only a listing has parts.' : `The result has the parts ${known.join(', ')}.`;
}

/** How much a person has changed of what they chose: of several choices, the one that is most like their text. */
function shareOfEdits(
  found: Result,
  accepted: readonly AcceptedTexts[],
  parts: readonly ListingPart[] | undefined,
): number {
  const task = taskOf(found);
  const written = tidyContent(task, found.result);
  const before = parts && typeof written !== 'string' ? itemsOf(written, parts) : written;
  const own = accepted.flatMap(({ texts }) => texts).join('\n');
  const shares = choicesOf(task, before).map((choice) => editShareOf(choice.texts.join('\n'), own));
  return Math.round(Math.min(1, ...shares) * 1000) / 1000;
}
