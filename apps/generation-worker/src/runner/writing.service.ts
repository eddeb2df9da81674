// Writes one generation: prompt, model call, review, at most one repair call; returns the outcome.
import { Injectable } from '@nestjs/common';
import { APPLICATIONS, type GenerationOutcome, type GenerationTask } from '#contracts';
import { nonce } from '#platform/crypto';
import { applications } from '../applications/index.ts';
import { contentOf } from '../applications/output-schema.rules.ts';
import type { Application } from '../applications/port.ts';
import { contextOf, review } from '../checks/review.rules.ts';
import { ModelClient, ModelError, type UsageMeter } from '../models/index.ts';
import { promptOf, repairOf, type Prompt } from '../prompt/prompt.rules.ts';
import { hasSourceData, sourceDataOf } from '../prompt/source-data.rules.ts';

export interface WritingOrder {
  task: GenerationTask;
  /** A model that is not random varies its content by the seed. */
  seed: string;
  signal: AbortSignal;
  /** Counts what the attempt uses, also when the writing fails. */
  meter: UsageMeter;
}

@Injectable()
export class WritingService {
  constructor(private readonly models: ModelClient) {}

  /** Writes and reviews. Errors: ModelError; the reason of the signal once it is aborted. */
  async write(order: WritingOrder): Promise<GenerationOutcome> {
    const { task, meter } = order;
    if (!hasSourceData(sourceDataOf(task)))
      return { status: 'FAILED', errorCode: 'InsufficientProductData', usage: meter.usage };
    const application = applications[task.applicationId];
    const mark = nonce();
    const prompt = promptOf(task, application, mark);
    const { content, traits } = await this.call(order, application, prompt);
    const context = contextOf({ task, application, secrets: prompt.secrets, translates: traits.translates });
    let best = review(content, context);
    if (!best.complete && traits.repairs) {
      const repair = this.call(order, application, repairOf(prompt, content, best, mark));
      const repaired = await (best.publishable === undefined ? repair : repair.catch(ignoreModelError));
      const second = repaired && review(repaired.content, context);
      if (second && second.usable >= best.usable) best = second;
    }
    const { usage } = meter;
    if (best.publishable === undefined) return { status: 'FAILED', errorCode: 'QualityCheckFailed', usage };
    const { resultType } = APPLICATIONS[task.applicationId];
    return { status: 'SUCCESS', resultType, result: best.publishable, checks: best.warnings, usage };
  }

  private async call(
    { task, seed, signal, meter }: WritingOrder,
    application: Application,
    { instructions, turns }: Prompt,
  ) {
    const { value, traits } = await this.models.write({
      model: task.environment.model,
      instructions,
      turns,
      form: application.output(task),
      temperature: task.environment.temperature,
      maxOutputTokens: application.maxOutputTokens,
      metadata: { task, seed },
      signal,
      meter,
    });
    return { content: contentOf(value), traits };
  }
}

/** For a repair call whose failure does not matter, because the first content is publishable in part. */
function ignoreModelError(error: unknown): undefined {
  if (!(error instanceof ModelError)) throw error;
}
