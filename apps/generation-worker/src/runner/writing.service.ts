// Writes one generation: prompt, model call, review, at most one repair call; returns the outcome.
import { Injectable } from '@nestjs/common';
import {
  MAX_ERROR_DETAIL,
  type AttemptUsage,
  type GenerationOutcome,
  type GenerationResult,
  type GenerationTask,
} from '#contracts';
import { nonce } from '#platform/crypto';
import {
  type Application,
  applicationOf,
  type Content,
  ContentError,
  contentOf,
  contextOf,
  hasSourceData,
  MAX_ITEMS,
  type Prompt,
  promptOf,
  repairOf,
  resultTypeOf,
  review,
  type Review,
  sourceDataOf,
} from '#content';
import { ModelClient, ModelError, type UsageMeter } from '../models/index.ts';
import type { LiveWriter } from './live-writer.state.ts';
import { isBetter, repairFor, sized, withItems } from './repairs.rules.ts';

/** Most characters of a text that is kept although the quality check has refused it. */
const MAX_DRAFT = 20_000;

export interface WritingOrder {
  task: GenerationTask;
  /** A model that is not random varies its content by the seed. */
  seed: string;
  signal: AbortSignal;
  /** Called when a model begins to answer. */
  onAnswer?: () => void;
  /** Told what the model writes; ended by the caller. */
  live: LiveWriter;
  /** Counts what the attempt uses, also when the writing fails. */
  meter: UsageMeter;
}

@Injectable()
export class WritingService {
  constructor(private readonly models: ModelClient) {}

  /** Writes and reviews. Errors: ModelError; the reason of the signal once it is aborted. */
  async write(order: WritingOrder): Promise<GenerationOutcome> {
    const { task, live, meter } = order;
    if (!hasSourceData(sourceDataOf(task)))
      return { status: 'FAILED', errorCode: 'InsufficientProductData', usage: meter.usage };
    const mark = nonce();
    const prompt = promptFor(task, mark);
    if (prompt instanceof ContentError) {
      const { code: errorCode, detail } = prompt;
      return { status: 'FAILED', errorCode, ...detailOf(detail), usage: meter.usage };
    }
    const application = applicationOf(task);
    live.start(task.environment.model);
    const { content, traits } = await this.call(order, application, prompt);
    const context = contextOf({ task, application, secrets: prompt.secrets });
    const first = { content, found: review(content, context) };
    live.check(first.found.all);
    const last = traits.repairs ? await this.repair(order, first, prompt, { mark, context }) : first;
    return outcomeOf(task, last, meter.usage);
  }

  /** Has the wrong part of a content written again, once; returns the better one of the two. */
  private async repair(
    order: WritingOrder,
    first: Written,
    prompt: Prompt,
    { mark, context }: { mark: string; context: Context },
  ): Promise<Written> {
    const { live } = order;
    const { content, found } = first;
    const repair = repairFor(content, found);
    if (repair === 'nothing') return first;
    const items = repair === 'all' ? undefined : repair;
    live.reset('repair');
    const again = repairOf(prompt, content, found, mark, items);
    const call = this.call(order, context.application, again, items && { content, items });
    const repaired = await (found.publishable === undefined ? call : call.catch(ignoreModelError));
    if (repaired) {
      const second = { content: repaired.content, found: review(repaired.content, context) };
      if (isBetter(second.found, found)) {
        live.check(second.found.all);
        return second;
      }
    }
    live.reset('correction');
    await live.complete(content);
    return first;
  }

  /** Calls the model. With `part`, it writes these items of a content alone, and readers see the whole. */
  private async call(
    { task, seed, signal, onAnswer, live, meter }: WritingOrder,
    application: Application,
    { instructions, turns }: Prompt,
    part?: { content: Content; items: readonly number[] },
  ) {
    const whole = application.output(task);
    const form = part && whole !== 'text' ? sized(whole, part.items.length) : whole;
    live.begin(whole);
    const { value, traits } = await this.models.write({
      model: task.environment.model,
      instructions,
      turns,
      form,
      temperature: task.environment.temperature,
      maxOutputTokens: application.maxOutputTokens,
      metadata: { task, seed },
      ...(onAnswer && { onAnswer }),
      ...(!part && { onText: (piece: string) => live.add(piece) }),
      signal,
      meter,
    });
    const answer = contentOf(value, form);
    const content = part ? withItems(part.content, part.items, answer) : answer;
    await live.complete(content);
    return { content, traits };
  }
}

/** A content, and what the review found in it. */
interface Written {
  content: Content;
  found: Review;
}

type Context = ReturnType<typeof contextOf>;

function outcomeOf(
  task: GenerationTask,
  { content, found }: Written,
  usage: AttemptUsage,
): GenerationOutcome {
  const { publishable: result, warnings: checks, fault, all } = found;
  if (result !== undefined)
    return { status: 'SUCCESS', resultType: resultTypeOf(task), result, checks, usage };
  if (fault !== undefined)
    return { status: 'FAILED', errorCode: 'InvalidModelOutput', ...detailOf(fault), usage };
  return { status: 'FAILED', errorCode: 'QualityCheckFailed', draft: draftOf(content), checks: all, usage };
}

/** What a person gets to see of refused content: as much of it as is reviewed. */
function draftOf(content: Content): GenerationResult {
  return typeof content === 'string'
    ? content.slice(0, MAX_DRAFT).toWellFormed()
    : content.slice(0, MAX_ITEMS);
}

/** The prompt of a task, or why there is none. */
function promptFor(task: GenerationTask, mark: string): Prompt | ContentError {
  try {
    return promptOf(task, mark);
  } catch (error) {
    if (error instanceof ContentError) return error;
    throw error;
  }
}

function detailOf(detail: string | undefined): { errorDetail?: string } {
  return detail === undefined ? {} : { errorDetail: detail.slice(0, MAX_ERROR_DETAIL) };
}

/** For a repair call whose failure does not matter, because the first content is publishable in part. */
function ignoreModelError(error: unknown): undefined {
  if (!(error instanceof ModelError)) throw error;
}
