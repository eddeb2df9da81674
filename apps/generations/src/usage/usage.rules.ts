// Sums up what the attempts of a generation used, and prices it.
import { OFFLINE_MODEL, type GenerationUsage, type ModelPrice, type ModelUsage } from '#contracts';

/** SQL: the UsageSum of rows of `invocation`. */
const USAGE_SUM: string = `json_build_object(
  'inputTokens', CASE WHEN count(*) = 0 THEN 0 ELSE sum(input_tokens) END,
  'outputTokens', CASE WHEN count(*) = 0 THEN 0 ELSE sum(output_tokens) END,
  'calls', coalesce(sum(calls), 0),
  'costMicros', CASE WHEN count(*) = 0 THEN 0 ELSE sum(cost_micros) END,
  'currency', max(currency),
  'partial', coalesce(bool_or(partial), false)
)`;

/** SQL: the UsageSum of a row of `batch`, which has the sum of its charged attempts. */
export const USAGE_OF_BATCH: string = `json_build_object(
  'inputTokens', CASE WHEN attempts = 0 THEN 0 ELSE input_tokens END,
  'outputTokens', CASE WHEN attempts = 0 THEN 0 ELSE output_tokens END,
  'calls', calls,
  'costMicros', CASE WHEN attempts = 0 THEN 0 ELSE cost_micros END,
  'currency', currency,
  'partial', partial_attempts > 0
)`;

/** SQL that adds the attempts `ended` to a row of `batch`: a sum stays null while the number is not known of any attempt. */
export const ADD_TO_BATCH: string = [
  ...['attempts', 'calls', 'partial_attempts'].map((count) => `${count} = batch.${count} + ended.${count}`),
  ...['input_tokens', 'output_tokens', 'cost_micros'].map(
    (sum) =>
      `${sum} = CASE WHEN ended.${sum} IS NULL THEN batch.${sum} ELSE coalesce(batch.${sum}, 0) + ended.${sum} END`,
  ),
  'currency = coalesce(batch.currency, ended.currency)',
].join(', ');

/**
 * SQL: the UsageSum of a row of `generation`; null while it is RUNNING. It is read from the ledger and stored nowhere
 * else, because the usage of a cancelled or late attempt becomes known after the end.
 */
export const USAGE: string = usageBetween();

/** The same for generations whose ids are between two others, if these are given: only the months between them are opened then. */
export function usageBetween(least?: string, greatest?: string): string {
  const range = least && greatest ? ` AND generation_id BETWEEN ${least} AND ${greatest}` : '';
  return `CASE WHEN status <> 'RUNNING' THEN (
  SELECT ${USAGE_SUM} FROM invocation WHERE invocation.workspace_id = $1 AND generation_id = generation.id${range}
) END`;
}

/** The sum of some rows of the ledger. */
export interface UsageSum extends Omit<GenerationUsage, 'currency' | 'partial'> {
  currency: string | null;
  partial: boolean;
}

/** The sum of some sums: a number is null while some do not know it and the others have used nothing, as in ADD_TO_BATCH. */
export function sumOfUsage(sums: readonly UsageSum[]): UsageSum {
  const total = (of: (sum: UsageSum) => number | null): number | null => {
    const known = sums.map(of).filter((number) => number !== null);
    return known.length < sums.length && known.every((number) => number === 0)
      ? null
      : known.reduce((a, b) => a + b, 0);
  };
  return {
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    calls: sums.reduce((sum, { calls }) => sum + calls, 0),
    costMicros: total(({ costMicros }) => costMicros),
    currency: sums.find(({ currency }) => currency !== null)?.currency ?? null,
    partial: sums.some(({ partial }) => partial),
  };
}

/** The usage as clients see it. */
export function toUsage({ currency, partial, ...numbers }: UsageSum): GenerationUsage {
  return { ...numbers, ...(currency === null ? {} : { currency }), ...(partial ? { partial } : {}) };
}

/** Cost of one attempt in millionths of the currency, of what is known; null when no tokens or no price is known. */
export function costOf(
  model: string,
  { inputTokens, outputTokens, calls }: ModelUsage,
  prices: Readonly<Record<string, ModelPrice>>,
): { costMicros: number | null; currency: string | null } {
  if (model === OFFLINE_MODEL || calls === 0) return { costMicros: 0, currency: null };
  const price = prices[model];
  if (!price || (inputTokens === null && outputTokens === null)) return { costMicros: null, currency: null };
  const millions = (inputTokens ?? 0) * price.inputMicros + (outputTokens ?? 0) * price.outputMicros;
  return { costMicros: Math.round(millions / 1_000_000), currency: price.currency };
}
