// What the generations of a batch cost, and how many more its money pays for.

/**
 * SQL: what the generations of a batch have cost, and what it, or all batches of its experiment have used and will probably use:
 * these share one limit of cost, although a generation of one may cost many times as much as one of another.
 */
export const COSTS = 'success, failed, coalesce(cost_micros, 0)::float8 AS "costMicros", shared.*';
export const WITH_SHARED_COST = `batch CROSS JOIN LATERAL (
  SELECT coalesce(sum(cost_micros), 0)::float8 AS "spentMicros", sum(running)::int AS "sharedRunning",
    coalesce(sum(running) FILTER (WHERE coalesce(cost_micros, 0) = 0), 0)::int AS "untoldRunning",
    coalesce(sum(running * cost_micros::float8 / nullif(success + failed, 0)), 0) AS "runningMicros"
  FROM (
    SELECT batch.running, batch.success, batch.failed, batch.cost_micros WHERE batch.experiment_id IS NULL
    UNION ALL
    SELECT part.running, part.success, part.failed, part.cost_micros
    FROM batch AS part WHERE part.workspace_id = $1 AND part.experiment_id = batch.experiment_id
  ) AS part
) AS shared`;

/** Most generations that run before it is known what one of their batch costs. */
const FIRST = 4;

/** The money of a batch, in millionths, and what has been had for it. */
export interface BatchMoney {
  /** What is left of its limit; Infinity without one. */
  leftMicros: number;
  /** What its own generations have cost, and how many of these have ended. */
  costMicros: number;
  success: number;
  failed: number;
  /** Of all that share the limit: those that run, what these will probably cost, and those whose batch has told no cost. */
  sharedRunning: number;
  runningMicros: number;
  untoldRunning: number;
}

/** What a batch has cost, and those that share its limit have. */
export type BatchCosts = Omit<BatchMoney, 'leftMicros'> & { spentMicros: number };

/**
 * How many more generations of a batch may begin while money is left: as many as that pays for, beside those that run, at the
 * average cost of its own ended ones. One may always run, so that everything is spent in the end.
 */
export function affordable(money: BatchMoney): number {
  const { leftMicros, costMicros, success, failed, sharedRunning, runningMicros, untoldRunning } = money;
  if (leftMicros <= 0 || leftMicros === Infinity) return Math.max(0, leftMicros);
  if (costMicros === 0) return Math.max(0, FIRST - untoldRunning);
  const more = Math.floor(((leftMicros - runningMicros) * (success + failed)) / costMicros);
  return Math.max(more, sharedRunning === 0 ? 1 : 0);
}
