// Estimates how many tokens generations take and what they cost, from what a model would be sent.
import { isBuiltIn, type GenerationTask, type ModelPrice } from '#contracts';
import {
  applicationOf,
  CHARACTERS_PER_TOKEN,
  estimatedTokens,
  limitsOf,
  textOfPrompt,
  type Prompt,
} from '#content';
import { costOf } from '../usage/index.ts';

/** A generation, and what a model would be sent for it; without a prompt where it would fail before a model is called. */
export interface PromptedTask {
  task: GenerationTask;
  prompt: Pick<Prompt, 'instructions' | 'turns'> | undefined;
}

/** `costMicros` in millionths of the currency of the model; null when its price is not known. */
interface Estimate {
  inputTokens: number;
  outputTokens: number;
  costMicros: number | null;
}

/** What a result of an application of a workspace takes, in tokens: a guess, because its instructions may ask for anything. */
const CUSTOM_RESULT_TOKENS = 350;

/** What `count` generations take if they are like those of a sample and each takes one call of the model. */
export function estimateOf(
  model: string,
  count: number,
  sample: readonly PromptedTask[],
  prices: Readonly<Record<string, ModelPrice>>,
): Estimate {
  const estimated = (tokens: (one: PromptedTask) => number): number => {
    const sum = sample.reduce((total, one) => total + (one.prompt ? tokens(one) : 0), 0);
    return Math.ceil((count * sum) / Math.max(1, sample.length));
  };
  const inputTokens = estimated(({ prompt }) => (prompt ? estimatedTokens(textOfPrompt(prompt)) : 0));
  const outputTokens = estimated(({ task }) => resultTokens(task));
  const { costMicros } = costOf(model, { inputTokens, outputTokens, calls: count }, prices);
  return { inputTokens, outputTokens, costMicros };
}

/** Tokens of the longest result that may be published. */
function resultTokens(task: GenerationTask): number {
  if (!isBuiltIn(task.applicationId)) return CUSTOM_RESULT_TOKENS;
  const output = applicationOf(task).output(task);
  const items = output === 'text' ? 1 : (output.count ?? 1);
  const isWide = /^(zh|ja|ko)\b/.test(task.environment.language);
  return Math.ceil((limitsOf(task).maxText * items) / (isWide ? 1 : CHARACTERS_PER_TOKEN));
}
