// Writes one generation: prompt, model, quality check, at most one repair; says how it ended.
import {
  APPLICATIONS,
  type GenerationErrorCode,
  type GenerationOutcome,
  type GenerationTask,
  type GenerationUsage,
} from '#contracts';
import { nonce } from '#platform/crypto';
import { hasSourceData, sourceDataOf } from '../prompt/source-data.rules.ts';
import { type ModelClient, ModelError } from '../models/index.ts';
import { promptOf, repairOf, type Prompt } from '../prompt/prompt.rules.ts';
import { contextOf, review, type Review } from '../checks/review.rules.ts';
import { formOf, maxTokensOf, tidied, toResult, type Writing } from '../applications/output-schema.rules.ts';

/** A task, what makes its result differ from another's (for the composer), and the signal to stop. */
export interface WritingOrder {
  task: GenerationTask;
  seed: string;
  signal: AbortSignal;
}

/** Writes generations. */
export class WritingService {
  constructor(
    private readonly models: ModelClient,
    private readonly timeoutMs: number,
  ) {}

  /** Writes and checks. Errors: ModelError; the signal's reason once it was aborted. */
  async write(order: WritingOrder): Promise<GenerationOutcome> {
    const { task } = order;
    if (!hasSourceData(sourceDataOf(task))) return failed('InsufficientProductData');
    const mark = nonce();
    const prompt = promptOf(task, mark);
    const context = contextOf(task, prompt.secrets);
    const usage: GenerationUsage = { inputTokens: 0, outputTokens: 0, calls: 0 };
    const writing = await this.call(order, prompt, usage);
    let best = review(writing, context);
    if (!best.complete && !context.composed) {
      const again = await this.repair(order, repairOf(prompt, writing, best.all, mark), usage, best);
      const second = again === undefined ? undefined : review(again, context);
      if (second && second.usable >= best.usable) best = second;
    }
    if (best.publishable === undefined) return failed('QualityCheckFailed');
    const { resultType } = APPLICATIONS[task.applicationId];
    return {
      status: 'SUCCESS',
      resultType,
      result: toResult(best.publishable),
      checks: best.warnings,
      usage,
    };
  }

  /** The second try; a failure of it matters only when the first brought nothing to publish. */
  private async repair(
    order: WritingOrder,
    prompt: Prompt,
    usage: GenerationUsage,
    first: Review,
  ): Promise<Writing | undefined> {
    try {
      return await this.call(order, prompt, usage);
    } catch (error) {
      if (error instanceof ModelError && first.publishable !== undefined) return undefined;
      throw error;
    }
  }

  private async call(
    { task, seed, signal }: WritingOrder,
    prompt: Prompt,
    usage: GenerationUsage,
  ): Promise<Writing> {
    usage.calls += 1;
    const known = { input: usage.inputTokens, output: usage.outputTokens };
    // Unknown until the answer tells: a call that fails may have cost something.
    usage.inputTokens = usage.outputTokens = null;
    const { value, inputTokens, outputTokens } = await this.models.write({
      model: task.environment.model,
      instructions: prompt.instructions,
      turns: prompt.turns,
      form: formOf(task),
      temperature: task.environment.temperature,
      maxOutputTokens: maxTokensOf(task),
      timeoutMs: this.timeoutMs,
      signal,
      offline: { task, seed },
    });
    usage.inputTokens = sum(known.input, inputTokens);
    usage.outputTokens = sum(known.output, outputTokens);
    return tidied(typeof value === 'string' ? value : value.results);
  }
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

function failed(errorCode: GenerationErrorCode): GenerationOutcome {
  return { status: 'FAILED', errorCode };
}
