// Experiments as the API has them: what their batches are together. Pure.
import { defined, toUnixSeconds, type Batch, type BatchCounts, type Experiment } from '#contracts';
import { toBatch, type BatchRow } from '../batch-record/index.ts';
import type { ExperimentEntity } from './experiments.entity.ts';

/** An experiment, and its batches in any order. */
export type ExperimentRow = Omit<ExperimentEntity, 'workspaceId'> & { batches: BatchRow[] };

const NONE: BatchCounts = { total: 0, waiting: 0, running: 0, success: 0, failed: 0, cancelled: 0 };

/** The experiment as it stands now. */
export function toExperiment(row: ExperimentRow): Experiment {
  const { id, datasetId, applicationId, repeats, maxCostMicros, minimum, results, createdAt } = row;
  const batches = new Map(row.batches.map((batch) => [batch.id, toBatch(batch)]));
  const arms = row.arms.flatMap((arm) => {
    const batch = batches.get(arm.batchId);
    return batch ? [{ ...arm, status: batch.status, counts: batch.counts, usage: batch.usage }] : [];
  });
  const ended = [...batches.values()].map(({ completedAt }) => completedAt);
  const isRunning = ended.includes(undefined);
  return {
    id,
    datasetId,
    applicationId,
    repeats,
    ...defined({ maxCostMicros: maxCostMicros === null ? undefined : Number(maxCostMicros) }),
    ...defined({ minimum: minimum ?? undefined }),
    status: statusOf(arms.map(({ status }) => status)),
    counts: arms.map(({ counts }) => counts).reduce(sumOf, NONE),
    arms,
    ...defined({ results: results ?? undefined }),
    createdAt: toUnixSeconds(createdAt),
    ...defined({ completedAt: isRunning ? undefined : Math.max(...ended.map(Number)) }),
  };
}

/** What the arms are together: as they are if they are alike, else PARTIAL. */
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
