// Reads and writes the table generation for the workers; a claim opens its row of the ledger.
import { Injectable } from '@nestjs/common';
import {
  OFFLINE_MODEL,
  withoutNulls,
  type AnswerOf,
  type claimGeneration,
  type GenerationErrorCode,
  type GenerationLease,
  type GenerationOutcome,
  type OwnPolicy,
} from '#contracts';
import { arraysOf, Database, selectList, type Transaction } from '#platform/database';
import {
  customApplicationOf,
  GenerationEntity,
  LEASE_MS,
  type LeaseState,
  LOST_WORKERS,
  MAX_LOST_WORKERS,
  previewOf,
  UNCLAIMED_MS,
  USED_APPLICATION,
  type UsedVersion,
} from '../generation-record/index.ts';
import { OWN_POLICIES } from '../policies/index.ts';
import { ADD_TO_STATISTIC, THIS_HOUR } from '../statistics/index.ts';
import { IS_HELD, IS_LATEST_CLAIM } from './lease-guards.rules.ts';

const END = [
  'id',
  'workspaceId',
  'holderId',
  'requestId',
  'batchId',
  'model',
  'productId',
  'applicationId',
] as const;

/** A generation that has just ended. */
export interface EndedGeneration extends Pick<GenerationEntity, (typeof END)[number]> {
  /** Seconds from acceptance to end. */
  seconds: number;
}

/** A generation as its worker gets it. */
export type ClaimedGeneration = Omit<
  Extract<AnswerOf<typeof claimGeneration>, { state: 'claimed' }>,
  'state' | 'leaseMs'
>;

const LEASE = `now() + interval '${LEASE_MS} milliseconds'`;
const UNCLAIMED = `now() + interval '${UNCLAIMED_MS} milliseconds'`;
const REMAINING_MS = 'floor(extract(epoch FROM deadline_at - now()) * 1000)::float8 AS "remainingMs"';

const TASK = ['applicationId', 'inputs', 'environment', 'marketplace', 'document', 'product'] as const;
type TaskRow = Pick<GenerationEntity, (typeof TASK)[number]> & {
  application: UsedVersion;
  policies: OwnPolicy[] | null;
};
const CLAIMED = `epoch, invocation_id AS "invocationId", ${REMAINING_MS},
  ${selectList([...TASK, 'batchId', 'holderId'])}, ${USED_APPLICATION}, ${OWN_POLICIES}`;
type ClaimedRow = TaskRow & Omit<ClaimedGeneration, 'task'> & Pick<GenerationEntity, 'batchId' | 'holderId'>;

/** What a claim depends on beside the generation. */
interface ClaimRules {
  /** Seconds from its first claim to the deadline of a member of a batch, which may wait for hours before. */
  deadlineSeconds: number;
  /** Holders whose members of batches no worker gets now. */
  heldBack: readonly string[];
}

/** A generation as its worker gets it, and the holder if it is a member of a batch. */
interface Claimed {
  answer: ClaimedGeneration;
  holderOfMember: string | undefined;
}

const ENDED = `${selectList(END)}, extract(epoch FROM completed_at - created_at)::float8 AS seconds`;

/** Ends generations by an UPDATE, and counts them in the statistic. */
const counting = (update: string): string => `
  WITH ended AS (${update} RETURNING ${ENDED}, application_id, error_code, prompt_version), counted AS (
    INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, prompt_version, slot, generations)
    SELECT "workspaceId", ${THIS_HOUR}, application_id, model, coalesce(error_code, '') AS code,
      coalesce(prompt_version, '') AS told, pg_backend_pid(), count(*)
    FROM ended GROUP BY 1, 2, 3, 4, 5, 6 ${ADD_TO_STATISTIC}
  )
  SELECT ${END.map((name) => `"${name}"`).join(', ')}, seconds FROM ended`;

// Statements about leases and ends are SQL: each decides and changes in one step, by the clock of Postgres.
@Injectable()
export class LeasesStore {
  constructor(private readonly database: Database) {}

  /**
   * Gives a generation to a worker if no other worker holds it; otherwise undefined. A worker that holds it and asks
   * again gets the same answer, because the first answer may have been lost.
   */
  async claim(
    { id, worker, invocationId }: { id: string; worker: string; invocationId: string },
    { deadlineSeconds, heldBack }: ClaimRules,
  ): Promise<Claimed | undefined> {
    const [row] = await this.database.system<ClaimedRow>(
      `WITH claimed AS (
         UPDATE generation SET worker = $2, lease_until = ${LEASE},
           epoch = CASE WHEN ${IS_HELD} THEN epoch ELSE epoch + 1 END,
           invocation_id = CASE WHEN ${IS_HELD} THEN invocation_id ELSE $3 END,
           lost_workers = CASE WHEN ${IS_HELD} THEN lost_workers ELSE ${LOST_WORKERS} END,
           deadline_at = CASE WHEN batch_id IS NOT NULL AND epoch = 0 THEN now() + $4 * interval '1 second' ELSE deadline_at END
         WHERE id = $1 AND status = 'RUNNING' AND deadline_at > now()
           AND CASE WHEN ${IS_HELD} THEN worker = $2
             ELSE ${LOST_WORKERS} < ${MAX_LOST_WORKERS} AND (batch_id IS NULL OR holder_id <> ALL ($5::uuid[])) END
         RETURNING workspace_id, batch_id, model, ${CLAIMED}
       ), opened AS (
         INSERT INTO invocation
           (workspace_id, generation_id, epoch, id, batch_id, model, calls, partial, cost_micros)
         SELECT workspace_id, $1, epoch, "invocationId", batch_id, model, 1, true,
           CASE model WHEN '${OFFLINE_MODEL}' THEN 0 END
         FROM claimed ON CONFLICT DO NOTHING
       )
       SELECT * FROM claimed`,
      [id, worker, invocationId, deadlineSeconds, heldBack],
    );
    if (!row) return undefined;
    const { epoch, invocationId: current, remainingMs, application, batchId, holderId, ...rest } = row;
    const { applicationId, inputs, environment, marketplace, document, product, policies } = rest;
    const task = {
      ...withoutNulls({ applicationId, inputs, environment, marketplace, document, product, policies }),
      application: customApplicationOf(application),
    };
    const holderOfMember = batchId === null ? undefined : holderId;
    return { answer: { epoch, invocationId: current, remainingMs, task }, holderOfMember };
  }

  /** Locks a generation and returns its state; undefined when there is no such generation. */
  async lock(tx: Transaction, id: string): Promise<LeaseState | undefined> {
    const [row] = await tx.query<LeaseState[]>(
      `SELECT ${selectList(['status', 'worker', 'batchId', 'holderId'])}, ${LOST_WORKERS} AS "lostWorkers", ${REMAINING_MS},
         floor(extract(epoch FROM lease_until - now()) * 1000)::float8 AS "leaseMs"
       FROM generation WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return row;
  }

  /**
   * Extends leases; false for each lease that is lost. A worker may renew its claim after the reconciler has taken it for
   * lost, as in an outage of the bus, until the next claim: its model call still runs. Its name is then gone.
   */
  async renew(leases: readonly GenerationLease[]): Promise<boolean[]> {
    const { rows } = await this.database.change<GenerationLease>(
      // In the order of the ids, as everything that locks several generations and waits.
      `WITH held AS MATERIALIZED (
         SELECT one.id FROM unnest($1::uuid[], $2::int[]) AS claim (id, epoch) JOIN generation AS one USING (id, epoch)
         WHERE invocation_id IS NOT NULL AND status = 'RUNNING' ORDER BY one.id FOR UPDATE OF one
       )
       UPDATE generation AS one SET lease_until = ${LEASE},
         worker = coalesce(worker, invocation_id::text), lost_workers = lost_workers - (worker IS NULL)::int
       FROM held WHERE one.id = held.id
       RETURNING one.id AS "generationId", one.epoch`,
      arraysOf(leases, 'generationId', 'epoch'),
    );
    const epochs = new Map(rows.map(({ generationId, epoch }) => [generationId, epoch]));
    return leases.map(({ generationId, epoch }) => epochs.get(generationId) === epoch);
  }

  /** Gives up a lease; false when it was lost. */
  async release(tx: Transaction, { generationId, epoch }: GenerationLease): Promise<boolean> {
    const [, changed] = await tx.query<[unknown[], number]>(
      `UPDATE generation SET worker = NULL, invocation_id = NULL, lease_until = ${UNCLAIMED}
       WHERE id = $1 AND ${IS_LATEST_CLAIM}`,
      [generationId, epoch],
    );
    return changed > 0;
  }

  /** Ends a generation with its worker's outcome if the claim is the latest; otherwise undefined. */
  async finish(
    tx: Transaction,
    { generationId, epoch }: GenerationLease,
    outcome: GenerationOutcome,
  ): Promise<EndedGeneration | undefined> {
    const success = outcome.status === 'SUCCESS' ? outcome : undefined;
    const failure = outcome.status === 'FAILED' ? outcome : undefined;
    const [row] = await tx.query<EndedGeneration[]>(
      counting(
        `UPDATE generation SET status = $3, result_type = $4, result = $5::json, preview = $6::json,
           checks = $7::json, error_code = $8, error_detail = $9, draft = $10::json, answered_by = $11,
           claims = $12::json, coverage = $13::json, prompt_version = $14, policy_version = $15, completed_at = now()
         WHERE id = $1 AND ${IS_LATEST_CLAIM}`,
      ),
      [
        generationId,
        epoch,
        outcome.status,
        success?.resultType,
        success && JSON.stringify(success.result),
        success && JSON.stringify(previewOf(success.result)),
        outcome.checks && JSON.stringify(outcome.checks),
        failure?.errorCode,
        failure?.errorDetail,
        failure?.draft && JSON.stringify(failure.draft),
        outcome.usage?.answeredBy,
        success?.claims && JSON.stringify(success.claims),
        success?.coverage && JSON.stringify(success.coverage),
        outcome.usage?.promptVersion,
        outcome.usage?.policyVersion,
      ],
    );
    return row;
  }

  /** True when this claim has ended its generation with this status: the same outcome came before. */
  hasEnded(
    tx: Transaction,
    { generationId: id, epoch }: GenerationLease,
    status: GenerationOutcome['status'],
  ): Promise<boolean> {
    return tx.existsBy(GenerationEntity, { id, epoch, status });
  }

  /** Ends generations without an outcome of a worker. The epoch grows, so that no claim can end them again. */
  async fail(
    tx: Transaction,
    ids: readonly string[],
    errorCode: GenerationErrorCode,
  ): Promise<EndedGeneration[]> {
    return tx.query<EndedGeneration[]>(
      counting(
        `UPDATE generation SET status = 'FAILED', error_code = $2, completed_at = now(), epoch = epoch + 1
         WHERE id = ANY ($1) AND status = 'RUNNING'`,
      ),
      [ids, errorCode],
    );
  }
}
