// Says which models a budget stops, and until when. Has the SQL of the months in which spending is counted.
import { AppError, OFFLINE_MODEL, type ModelPrice } from '#contracts';

/** SQL: the `month` of a time in the table spending. */
export function monthOf(time: string): string {
  return `date_trunc('month', ${time} AT TIME ZONE 'UTC')::date`;
}

/** SQL: the `month` of this moment. */
export const THIS_MONTH: string = monthOf('now()');

/** True for a model that costs something. */
export function isPriced(model: string, prices: Readonly<Record<string, ModelPrice>>): boolean {
  const price = prices[model];
  return model !== OFFLINE_MODEL && price !== undefined && price.inputMicros + price.outputMicros > 0;
}

/** Time before the end of a month, in milliseconds, in which work waits for the next budget instead of being stopped. */
const BEFORE_TURN_MS = 900_000;
/** The same after the end: a process may be ahead of Postgres, which still counts for the month before. */
const AFTER_TURN_MS = 60_000;

/** True about the turn of the month, in UTC, with which every budget begins anew. */
export function monthTurns(now: Date): boolean {
  const begunMs = now.getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  return nextMonth(now) - now.getTime() <= BEFORE_TURN_MS || begunMs <= AFTER_TURN_MS;
}

function nextMonth(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
}

/**
 * What a workspace may spend in a month, in millionths of the currency, by its own budget and those that the operator sets;
 * undefined without any.
 */
export function effectiveBudget(
  own: number | undefined,
  { byDefault, most }: { byDefault: number | undefined; most: number | undefined },
): number | undefined {
  const wanted = own ?? byDefault;
  return most === undefined ? wanted : Math.min(wanted ?? most, most);
}

/** The refusal of a generation after the budget is spent: until the next month, or without end for a budget of 0. */
export function budgetSpent(budgetMicros: number, now: Date): AppError {
  return new AppError('QuotaExceeded', {
    target: 'environment.model',
    message:
      'The budget of the workspace for this month is spent. Use a model without a price, or raise the budget.',
    ...(budgetMicros > 0 && { retryAfter: Math.ceil((nextMonth(now) - now.getTime()) / 1000) }),
  });
}
