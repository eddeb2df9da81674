// Experiments as the API has them: what their batches are together. Pure.
import { defined, toUnixSeconds, type Batch, type BatchCounts, type Experiment } from '#contracts';
import { countsOf, toBatch, type BatchRow } from '../batch-record/index.ts';
import { sumOfUsage, toUsage } from '../usage/index.ts';
import type { ExperimentEntity } from './experiments.entity.ts';

/** An experiment, and its batches in any order. */
export type ExperimentRow = Omit<ExperimentEntity, 'workspaceId'> & { batches: BatchRow[] };

const NONE: BatchCounts = { total: 0, waiting: 0, running: 0, success: 0, failed: 0, cancelled: 0 };

/** The batches of the judge. */
export function judgeBatchesOf({ arms, batches }: Pick<ExperimentRow, 'arms' | 'batches'>): BatchRow[] {
  const own = new Set(arms.map(({ batchId }) => batchId));
  return batches.filter(({ id }) => !own.has(id));
}

/** The experiment as it stands now. */
export function toExperiment(row: ExperimentRow): Experiment {
  const { id, datasetId, applicationId, repeats, maxCostMicros, minimum, results, createdAt } = row;
  const batches = new Map(row.batches.map((batch) => [batch.id, toBatch(batch)]));
  const arms = row.arms.flatMap((arm) => {
    const batch = batches.get(arm.batchId);
    return batch ? [{ ...arm, status: batch.status, counts: batch.counts, usage: batch.usage }] : [];
  });
  const judge = judgeOf(row);
  const parts = [...arms, ...(judge && row.judging !== 'BEGUN' ? [judge] : judgeBatchesOf(row))];
  const status = statusOf(parts.map((part) => part.status));
  const ended = [...batches.values()].map(({ completedAt }) => completedAt ?? 0);
  return {
    id,
    datasetId,
    applicationId,
    repeats,
    ...defined({ maxCostMicros: maxCostMicros === null ? undefined : Number(maxCostMicros) }),
    ...defined({ minimum: minimum ?? undefined }),
    status,
    counts: arms.map(({ counts }) => counts).reduce(sumOf, NONE),
    arms,
    ...defined({ judge, results: results ?? undefined }),
    createdAt: toUnixSeconds(createdAt),
    ...defined({ completedAt: status === 'RUNNING' || ended.length === 0 ? undefined : Math.max(...ended) }),
  };
}

/**
 * The judge of an experiment. One without a batch waits for the arms, was cancelled before it began, or found nothing to judge.
 */
function judgeOf(row: ExperimentRow): Experiment['judge'] {
  if (row.judge === null) return undefined;
  const batches = judgeBatchesOf(row);
  const { questions, environment } = row.judge;
  const unbegun = { WAITING: 'RUNNING', CANCELLED: 'CANCELLED', BEGUN: 'COMPLETED' } as const;
  return {
    model: environment.model,
    questions,
    status:
      batches.length > 0 ? statusOf(batches.map(({ status }) => status)) : unbegun[row.judging ?? 'BEGUN'],
    counts: batches.map(countsOf).reduce(sumOf, NONE),
    usage: toUsage(sumOfUsage(batches.map(({ usage }) => usage))),
    batchIds: batches.map(({ id }) => id),
  };
}

/**
 * The status of several parts together: RUNNING while one is, CANCELLED if one is; else their own if all are alike, and PARTIAL
 * if not.
 */
function statusOf(statuses: readonly Batch['status'][]): Batch['status'] {
  if (statuses.includes('RUNNING')) return 'RUNNING';
  if (statuses.includes('CANCELLED')) return 'CANCELLED';
  const [first = 'COMPLETED', ...others] = statuses;
  return others.every((status) => status === first) ? first : 'PARTIAL';
}

function sumOf(one: BatchCounts, other: BatchCounts): BatchCounts {
  const sum = { ...one };
  for (const name of Object.keys(sum) as (keyof BatchCounts)[]) sum[name] += other[name];
  return sum;
}
