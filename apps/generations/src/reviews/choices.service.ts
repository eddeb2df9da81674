// Chooses what is accepted of a result, and checks a version that a person wrote.
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  type AcceptanceRequest,
  type Actor,
  type GenerationResult,
  type GenerationReview,
  type GenerationTask,
  type ListingPart,
} from '#contracts';
import { applicationOf, contentOf, editShareOf, itemsOfPart, type Content } from '#content';
import { ComputedAnswers } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import {
  type AcceptedTexts,
  choicesOf,
  customApplicationOf,
  itemsOf,
  partsIn,
  textsOfParts,
} from '../generation-record/index.ts';
import { ChecksService, contentIn, sentContentIn } from './checks.service.ts';
import type { ResultRow } from './reviews.store.ts';

/** A result or a draft, and the task that it was written for. */
export type Result = ResultRow & { result: GenerationResult };

/** What is accepted, and what the review keeps of the choice. */
interface Chosen extends Pick<GenerationReview, 'variant' | 'parts' | 'result'> {
  texts: AcceptedTexts[];
  editShare: number;
}

@Injectable()
export class ChoicesService {
  constructor(
    private readonly checks: ChecksService,
    private readonly answers: ComputedAnswers,
  ) {}

  /**
   * What is accepted of a result, or of a person's version, which costs as much as a check of it. Errors: InvalidArgument,
   * TooManyRequests, those of `Bus.request`.
   */
  async choose(actor: Actor, found: Result, { result, ...asked }: AcceptanceRequest): Promise<Chosen> {
    if (result === undefined) return { ...accepted(found, undefined, asked), editShare: 0 };
    return this.answers.within(holderOf(actor), async () => {
      const own = await this.checked(found, result);
      const chosen = accepted(found, own, asked);
      const editShare = shareOfEdits(found, chosen);
      return { ...chosen, editShare, ...changesOf(found, own, chosen) };
    });
  }

  /** A person's version as it may be written. Errors: InvalidArgument. */
  private async checked(found: Result, result: GenerationResult): Promise<Content> {
    const task = taskOf(found);
    const content = tidied(task, sentContentIn(result, task));
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

/** A content as it is published. */
function tidied(task: GenerationTask, content: Content): Content {
  const form = applicationOf(task).output(task);
  return contentOf(typeof content === 'string' ? content : { results: content }, form);
}

/** What a model has written, as it is published. */
function writtenOf(found: Result): Content {
  const task = taskOf(found);
  return tidied(task, contentIn(found.result, task));
}

/** What is accepted of a result or of a person's version: some parts of a listing, else one choice. Errors: InvalidArgument. */
function accepted(
  found: Result,
  own: Content | undefined,
  { variant = 0, parts: asked }: AcceptanceRequest,
): Omit<Chosen, 'editShare' | 'result'> {
  const task = taskOf(found);
  const content = own ?? writtenOf(found);
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

/**
 * What differs in a person's version from what was written, of a listing the parts that do; else which choice it is. A draft is no
 * result, so that all of its version is kept.
 */
function changesOf(
  found: Result,
  own: Content,
  { parts }: Pick<Chosen, 'parts'>,
): Pick<Chosen, 'variant' | 'result'> {
  const written = found.status === 'SUCCESS' ? writtenOf(found) : [];
  if (parts && typeof own !== 'string' && typeof written !== 'string') {
    const isChanged = (part: ListingPart) =>
      !isDeepStrictEqual(itemsOfPart(own, part), itemsOfPart(written, part));
    const changed = parts.filter(isChanged);
    return changed.length === 0 ? {} : { result: itemsOf(own, changed) };
  }
  const isOne = typeof written === 'string' || applicationOf(taskOf(found)).isTakenTogether;
  const choices = isOne ? [written] : written.map((item) => [item]);
  const variant = choices.findIndex((choice) => isDeepStrictEqual(choice, own));
  if (variant < 0) return { result: own };
  return choices.length > 1 ? { variant } : {};
}

/** How much a person has changed of what they chose: of several choices, the one that is most like their text. */
function shareOfEdits(found: Result, { texts, parts }: Pick<Chosen, 'texts' | 'parts'>): number {
  const task = taskOf(found);
  const written = writtenOf(found);
  const before = parts && typeof written !== 'string' ? itemsOf(written, parts) : written;
  const own = texts.flatMap((one) => one.texts).join('\n');
  const shares = choicesOf(task, before).map((choice) => editShareOf(choice.texts.join('\n'), own));
  // Rounded to three digits, not to thousandths: however small it is, a person has changed something.
  return Number(Math.min(1, ...shares).toPrecision(3));
}
