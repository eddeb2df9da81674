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
