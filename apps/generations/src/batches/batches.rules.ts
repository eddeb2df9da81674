// Maps rows to the API's batches, and estimates what a batch will use.
import {
  isBuiltIn,
  toUnixSeconds,
  type ApplicationId,
  type Batch,
  type BatchCounts,
  type BatchEstimate,
  type ModelPrice,
  type Product,
} from '#contracts';
import { sourceDataOf } from '#content';
import { costOf, toUsage, type UsageSum } from '../leases/usage.rules.ts';
import type { BatchEntity } from './batches.entity.ts';

/** A batch as it is shown. */
export type BatchRow = Pick<
  BatchEntity,
  | keyof BatchCounts
  | 'id'
  | 'applicationId'
  | 'status'
  | 'maxCostMicros'
  | 'stopReason'
  | 'createdAt'
  | 'completedAt'
> & { usage: UsageSum };

/** The counts of a batch. */
export function countsOf(row: BatchCounts): BatchCounts {
  const { total, waiting, running, success, failed, cancelled } = row;
  return { total, waiting, running, success, failed, cancelled };
}

/** The batch as it stands now. */
export function toBatch(row: BatchRow): Batch {
  const { id, applicationId, status, usage, maxCostMicros, stopReason, createdAt, completedAt } = row;
  return {
    ...{ id, applicationId, status, counts: countsOf(row), usage: toUsage(usage) },
    ...(maxCostMicros === null ? {} : { maxCostMicros: Number(maxCostMicros) }),
    ...(stopReason ? { stopReason } : {}),
    createdAt: toUnixSeconds(createdAt),
    ...(completedAt ? { completedAt: toUnixSeconds(completedAt) } : {}),
  };
}

/** The batch as it was accepted: the first answer, and the answer to every replay. */
export function toAcceptedBatch(row: BatchRow): Batch {
  const usage = { inputTokens: 0, outputTokens: 0, calls: 0, costMicros: 0, currency: null, partial: false };
  const counts = { waiting: row.total, running: 0, success: 0, failed: 0, cancelled: 0 };
  return toBatch({ ...row, ...counts, status: 'RUNNING', usage, stopReason: null, completedAt: null });
}

/** What the rules that every prompt has take, in tokens. */
const COMMON_RULES_TOKENS = 500;
/** What a result takes, in tokens, whatever the inputs are. */
const RESULT_TOKENS: Readonly<Record<ApplicationId, number>> = {
  'product-title': 40,
  'bullet-points': 300,
  'product-description': 350,
};
/** The same for an application of a workspace, which may ask for anything. */
const CUSTOM_RESULT_TOKENS = 350;

/** Roughly how many tokens a text takes: four characters of an alphabet, or one of Chinese and the like. */
function tokensIn(text: string): number {
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / 4);
}

/**
 * What a batch of `count` products will use if all of them are like those of a sample, and every model call succeeds.
 * `rules` are those that the application gives to the model.
 */
export function estimateOf(
  {
    applicationId,
    inputs,
    environment,
    rules,
  }: Pick<BatchEntity, 'applicationId' | 'inputs' | 'environment'> & { rules: string },
  count: number,
  sample: readonly Product[],
  prices: Readonly<Record<string, ModelPrice>>,
): BatchEstimate {
  const language = environment.language ?? '';
  const data = sample.map((product) =>
    JSON.stringify(
      sourceDataOf({ applicationId, inputs, product, environment: { ...environment, language } }),
    ),
  );
  const ofProduct = tokensIn(data.join('')) / Math.max(1, sample.length);
  const inputTokens = Math.ceil(
    count * (COMMON_RULES_TOKENS + tokensIn(`${rules}${environment.system_prompt ?? ''}`) + ofProduct),
  );
  const outputTokens =
    count * (isBuiltIn(applicationId) ? RESULT_TOKENS[applicationId] : CUSTOM_RESULT_TOKENS);
  const { costMicros } = costOf(environment.model, { inputTokens, outputTokens, calls: count }, prices);
  return { count, estimate: { inputTokens, outputTokens, costMicros } };
}

/** Generations of a batch that begin before the first one has told what it costs. */
const FIRST = 4;

/**
 * How many more generations of a batch may begin while something is left: those that cost no more than that if they cost as
 * much as the ended ones did on average. One may always run, so that everything is spent in the end.
 */
export function affordable({
  leftMicros,
  costMicros,
  running,
  success,
  failed,
}: Pick<BatchCounts, 'running' | 'success' | 'failed'> & { leftMicros: number; costMicros: number }): number {
  const most = costMicros === 0 ? FIRST : Math.floor((leftMicros * (success + failed)) / costMicros);
  return Math.max(most, 1) - running;
}
