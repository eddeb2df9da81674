// Writes one generation: prompt, model call, review, at most one repair call; returns the outcome.
import { Injectable } from '@nestjs/common';
import { MAX_ERROR_DETAIL, type GenerationOutcome, type GenerationTask } from '#contracts';
import { nonce } from '#platform/crypto';
import {
  type Application,
  applicationOf,
  ContentError,
  contentOf,
  contextOf,
  hasSourceData,
  type Prompt,
  promptOf,
  repairOf,
  resultTypeOf,
  review,
  sourceDataOf,
} from '#content';
import { ModelClient, ModelError, type UsageMeter } from '../models/index.ts';
import type { LiveWriter } from './live-writer.state.ts';

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
    const context = contextOf({ task, application, secrets: prompt.secrets, translates: traits.translates });
    let best = review(content, context);
    live.check(best.all);
    if (!best.complete && traits.repairs) {
      live.reset('repair');
      const repair = this.call(order, application, repairOf(prompt, content, best, mark));
      const repaired = await (best.publishable === undefined ? repair : repair.catch(ignoreModelError));
      const second = repaired && review(repaired.content, context);
      if (second) live.check(second.all);
      if (second && second.usable >= best.usable) best = second;
    }
    const { usage } = meter;
    if (best.publishable === undefined) {
      const errorCode = best.fault === undefined ? 'QualityCheckFailed' : 'InvalidModelOutput';
      return { status: 'FAILED', errorCode, ...detailOf(best.fault), usage };
    }
    return {
      status: 'SUCCESS',
      resultType: resultTypeOf(task),
      result: best.publishable,
      checks: best.warnings,
      usage,
    };
  }

  private async call(
    { task, seed, signal, onAnswer, live, meter }: WritingOrder,
    application: Application,
    { instructions, turns }: Prompt,
  ) {
    const form = application.output(task);
    live.begin(form);
    const { value, traits } = await this.models.write({
      model: task.environment.model,
      instructions,
      turns,
      form,
      temperature: task.environment.temperature,
      maxOutputTokens: application.maxOutputTokens,
      metadata: { task, seed },
      ...(onAnswer && { onAnswer }),
      onText: (piece) => live.add(piece),
      signal,
      meter,
    });
    const content = contentOf(value, form);
    await live.complete(content);
    return { content, traits };
  }
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
