// Ends generations in the table generation, and counts their ends in the statistic.
import { Injectable } from '@nestjs/common';
import type { GenerationErrorCode, GenerationLease, GenerationOutcome } from '#contracts';
import { selectList, type Transaction } from '#platform/database';
import { GenerationEntity, IS_LATEST_CLAIM, IS_OPEN, previewOf } from '../generation-record/index.ts';
import { ADD_TO_STATISTIC, THIS_HOUR } from '../statistics/index.ts';

const END = [
  'id',
  'workspaceId',
  'holderId',
  'requestId',
  'batchId',
  'experimentId',
  'model',
  'productId',
  'applicationId',
] as const;

/** A generation that has just ended. */
export interface EndedGeneration extends Pick<GenerationEntity, (typeof END)[number]> {
  /** Seconds from acceptance to end. */
  seconds: number;
}

const ENDED = `${selectList(END)}, extract(epoch FROM completed_at - created_at)::float8 AS seconds`;

/** Ends generations by an UPDATE, and counts them and their `findings` in the statistic. */
const counting = (update: string, findings = `'{}'`): string => `
  WITH ended AS (${update} RETURNING ${ENDED}, application_id, error_code, prompt_version, language, voice_id), counted AS (
    INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, prompt_version, language, voice, slot,
      generations, findings)
    SELECT "workspaceId", ${THIS_HOUR}, application_id, model, coalesce(error_code, '') AS code,
      coalesce(prompt_version, '') AS told, language, coalesce(voice_id::text, '') AS voice, pg_backend_pid(), count(*),
      ${findings}::jsonb
    FROM ended GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ${ADD_TO_STATISTIC}
  )
  SELECT ${END.map((name) => `"${name}"`).join(', ')}, seconds FROM ended`;

// SQL: each statement decides and changes in one step, by the clock of Postgres.
@Injectable()
export class EndingsStore {
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
           claims = $12::json, coverage = $13::json, prompt_version = $14, policy_version = $15, scores = $16::json,
           completed_at = now()
         WHERE id = $1 AND ${IS_LATEST_CLAIM}`,
        '$17',
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
        outcome.scores && JSON.stringify(outcome.scores),
        JSON.stringify(findingsOf(outcome)),
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
         WHERE id = ANY ($1) AND ${IS_OPEN}`,
      ),
      [ids, errorCode],
    );
  }
}

/** How often each rule has found something. */
function findingsOf({ checks = [] }: GenerationOutcome): Record<string, number> {
  const byRule = Map.groupBy(checks, ({ rule }) => rule);
  return Object.fromEntries([...byRule].map(([rule, found]) => [rule, found.length]));
}
