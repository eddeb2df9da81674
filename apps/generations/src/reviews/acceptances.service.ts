// Accepts results: chooses the text, checks a version that a person wrote, and has it written to the product or a document.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  defined,
  type acceptGeneration,
  type Actor,
  type Generation,
  type GenerationResult,
  type GenerationTask,
  type InputOf,
} from '#contracts';
import { applicationOf, contentOf, editShareOf, targetOf, type Content } from '#content';
import { invalidArgument } from '#platform/errors';
import { customApplicationOf } from '../generation-record/index.ts';
import { GenerationsService } from '../intake/index.ts';
import { choicesOf, documentContentOf } from '../learning/index.ts';
import { ChecksService, contentIn } from './checks.service.ts';
import { DocumentAcceptancesService } from './document-acceptances.service.ts';
import { ProductAcceptancesService } from './product-acceptances.service.ts';
import { reviewOf } from './reviews.service.ts';
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
   * Writes a result to its product or to a document, whose version `ifVersion` names. Errors: NotFound, InvalidState
   * (there is no result, or no product), InvalidArgument, UnknownReference, VersionMismatch, those of `Bus.request`.
   */
  async accept(actor: Actor, { id, body, ifVersion, idempotencyKey: key }: Acceptance): Promise<Generation> {
    const { workspaceId } = actor;
    const once = { workspaceId, route: `generations/${id}/accept`, key, body };
    if (await this.documents.isAccepted(once)) return this.generations.get(workspaceId, id);
    const found = await this.result(workspaceId, id, body.result !== undefined);
    const { applicationId, product } = found;
    const target = targetOf(applicationId);
    const to = body.to ?? (product && target && body.documentId === undefined ? 'product' : 'document');
    const own = body.result === undefined ? undefined : await this.checked(found, body.result);
    const choices = choicesOf(taskOf(found), own ?? tidyContent(taskOf(found), found.result));
    const texts = own === undefined ? chosen(choices, body.variant ?? 0) : onlyChoice(choices);
    const variant = own === undefined && choices.length > 1 ? (body.variant ?? 0) : undefined;
    const editShare = own === undefined ? 0 : shareOfEdits(found, texts);
    const decided = { ...reviewOf(actor, 'ACCEPTED'), to, editShare, ...defined({ result: own, variant }) };
    if (to === 'document') {
      const { title } = found;
      const text = { documentId: body.documentId, ifVersion, title, content: documentContentOf(texts) };
      await this.documents.accept({ workspaceId, id }, text, decided, once);
    } else {
      if (!product)
        throw new AppError('InvalidState', { target: 'to', message: 'The generation has no product.' });
      if (!target)
        throw new AppError('InvalidState', {
          target: 'to',
          message: 'The application writes for no field of products.',
        });
      const { id: productId, genre } = product;
      const patch = target.patch(texts, genre);
      const placed = { ...decided, id: productId };
      await this.products.accept(
        { workspaceId, generationId: id, productId, patch, review: placed },
        ifVersion,
      );
    }
    return this.generations.get(workspaceId, id);
  }

  /** A draft, which the quality check has refused, can only be accepted as a person's own version: `isOwn`. */
  private async result(workspaceId: string, id: string, isOwn: boolean): Promise<Result> {
    const found = await this.store.find(workspaceId, id);
    if (!found) throw new AppError('NotFound');
    const { result, draft } = found;
    if (result !== null) return { ...found, result };
    if (draft === null) throw new AppError('InvalidState');
    const message = 'The quality check has refused this text. Send your own version of it as `result`.';
    if (!isOwn) throw new AppError('InvalidState', { target: 'result', message });
    return { ...found, result: draft };
  }

  /** A person's version as it may be written. Errors: InvalidArgument. */
  private async checked(found: Result, result: GenerationResult): Promise<Content> {
    const task = taskOf(found);
    const content = tidyContent(task, result);
    const all = await this.checks.findings(found.workspaceId, task, content);
    const hard = all.filter(({ severity }) => severity === 'hard');
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
  document,
  product,
}: Result): GenerationTask {
  return {
    applicationId,
    application: customApplicationOf(application),
    inputs,
    environment,
    document: document ?? undefined,
    product: product ?? undefined,
  };
}

/** The content of a result. Errors: InvalidArgument when it has not the form of the application. */
function tidyContent(task: GenerationTask, result: GenerationResult): Content {
  const content = contentIn(result, task);
  const form = applicationOf(task).output(task);
  return contentOf(typeof content === 'string' ? content : { results: content }, form);
}

/** The texts that `variant` chooses of a result. Errors: InvalidArgument. */
function chosen(choices: readonly string[][], variant: number): string[] {
  const texts = choices[variant];
  if (texts) return texts;
  throw invalidArgument([{ path: ['variant'], message: `Use an index below ${choices.length}.` }]);
}

/** The texts of a person's version, which is one of the choices. Errors: InvalidArgument. */
function onlyChoice([texts, ...others]: readonly string[][]): string[] {
  if (texts && others.length === 0) return texts;
  throw invalidArgument([{ path: ['result'], message: 'Send only the item that you accept.' }]);
}

/** How much a person has changed of what they chose: of several choices, the one that is most like their text. */
function shareOfEdits(found: Result, texts: readonly string[]): number {
  const own = texts.join('\n');
  const shares = choicesOf(taskOf(found), found.result).map((choice) => editShareOf(choice.join('\n'), own));
  return Math.round(Math.min(1, ...shares) * 1000) / 1000;
}
