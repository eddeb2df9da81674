// Judges two texts of an experiment by one model call. Only those of its answers count whose quotes stand in the texts.
import { Injectable } from '@nestjs/common';
import type { GenerationOutcome } from '#contracts';
import {
  ContentError,
  JUDGEMENT_FORM,
  judgementOf,
  JUDGING_VERSION,
  judgingPromptOf,
  MAX_JUDGEMENT_TOKENS,
  POLICY_VERSION,
} from '#content';
import { nonce } from '#platform/crypto';
import { ModelClient, ModelError } from '../models/index.ts';
import type { WritingOrder } from './port.ts';

@Injectable()
export class JudgingService {
  constructor(private readonly models: ModelClient) {}

  /** Judges the two texts of a task. Errors: ModelError; the reason of the signal once it is aborted. */
  async judge({ task, signal, onAnswer, live, meter }: WritingOrder): Promise<GenerationOutcome> {
    const { model, temperature } = task.environment;
    const prompt = promptFor(task, this.models.windowOf(model));
    meter.writesBy({ promptVersion: JUDGING_VERSION, policyVersion: POLICY_VERSION });
    live.start(model);
    const { value } = await this.models.write({
      ...prompt,
      model,
      form: JUDGEMENT_FORM,
      temperature,
      maxOutputTokens: MAX_JUDGEMENT_TOKENS,
      ...(onAnswer && { onAnswer }),
      signal,
      meter,
    });
    const counted = typeof value === 'string' ? undefined : judgementOf(value, task);
    if (!counted)
      throw new ModelError('InvalidModelOutput', {
        detail: 'The judge quotes nothing that stands in one of the two texts.',
      });
    return { status: 'SUCCESS', resultType: 'RESULTS', result: [counted], checks: [], usage: meter.usage };
  }
}

function promptFor(
  task: WritingOrder['task'],
  window: number | undefined,
): ReturnType<typeof judgingPromptOf> {
  try {
    return judgingPromptOf(task, nonce(), window);
  } catch (error) {
    if (error instanceof ContentError) throw new ModelError(error.code, { cause: error });
    throw error;
  }
}
