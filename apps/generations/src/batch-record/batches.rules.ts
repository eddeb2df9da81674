// Maps rows to the API's batches, and decides how many generations of a batch its money allows.
import { toUnixSeconds, type Batch, type BatchCounts } from '#contracts';
import { toUsage, type UsageSum } from '../usage/index.ts';
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
  | 'experimentId'
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
  const {
    id,
    applicationId,
    status,
    usage,
    maxCostMicros,
    stopReason,
    experimentId,
    createdAt,
    completedAt,
  } = row;
  return {
    id,
    applicationId,
    status,
    counts: countsOf(row),
    usage: toUsage(usage),
    ...(maxCostMicros === null ? {} : { maxCostMicros: Number(maxCostMicros) }),
    ...(stopReason ? { stopReason } : {}),
    ...(experimentId ? { experimentId } : {}),
    createdAt: toUnixSeconds(createdAt),
    ...(completedAt ? { completedAt: toUnixSeconds(completedAt) } : {}),
  };
}

/** The batch as it was accepted: the first answer, and the answer to every replay. */
export function toAcceptedBatch(row: BatchRow): Batch {
  return toBatch(acceptedRow(row));
}

/** A row as it was when the batch was accepted. */
export function acceptedRow(row: BatchRow): BatchRow {
  const usage = { inputTokens: 0, outputTokens: 0, calls: 0, costMicros: 0, currency: null, partial: false };
  const counts = { waiting: row.total, running: 0, success: 0, failed: 0, cancelled: 0 };
  return { ...row, ...counts, status: 'RUNNING', usage, stopReason: null, completedAt: null };
}

/** Most generations that run before it is known what one of their batch costs. */
const FIRST = 4;

/** The money of a batch, in millionths, and what has been had for it. */
export interface BatchMoney {
  /** What is left of its limit. */
  leftMicros: number;
  /** What its own generations have cost. */
  costMicros: number;
  success: number;
  failed: number;
  /** Of all that share the limit: those that run, what these will probably cost, and those whose batch has told no cost. */
  sharedRunning: number;
  runningMicros: number;
  untoldRunning: number;
}

/**
 * How many more generations of a batch may begin while money is left: as many as that pays for, beside those that run, at the
 * average cost of its own ended ones. One may always run, so that everything is spent in the end. Below 1 for none.
 */
export function affordable(money: BatchMoney): number {
  const { leftMicros, costMicros, success, failed, sharedRunning, runningMicros, untoldRunning } = money;
  if (costMicros === 0) return FIRST - untoldRunning;
  const more = Math.floor(((leftMicros - runningMicros) * (success + failed)) / costMicros);
  return sharedRunning === 0 ? Math.max(more, 1) : more;
}
