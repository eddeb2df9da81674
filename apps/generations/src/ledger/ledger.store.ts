// Writes what attempts used into the table invocation, the ledger, and keeps its sums: the statistic, what the workspace has
// spent and the sum of the batch.
import { Injectable } from '@nestjs/common';
import type { AttemptUsage, GenerationErrorCode, GenerationLease } from '#contracts';
import { arraysOf, idRangeOf, selectList, type Transaction } from '#platform/database';
import { monthOf } from '../budget/index.ts';
import { ADD_TO_STATISTIC, hourOf } from '../statistics/index.ts';
import { ADD_TO_BATCH } from '../usage/index.ts';
import { InvocationEntity } from './invocations.entity.ts';

/** What is known of an attempt that has ended, and what that costs. */
export interface AttemptEnd extends GenerationLease, AttemptUsage {
  costMicros: number | null;
  currency: string | null;
  errorCode: GenerationErrorCode | null;
}

/** An attempt that is not charged yet, with the estimate that its claim made. Postgres returns a bigint as text. */
type OpenAttempt = Pick<
  InvocationEntity,
  'generationId' | 'epoch' | 'model' | 'calls' | 'inputTokens' | 'outputTokens'
>;
const OPEN = selectList(['generationId', 'epoch', 'model', 'calls', 'inputTokens', 'outputTokens']);

/**
 * SQL that locks the batches of the generations $1, of which $2 is the least and $3 the greatest, in the order of their ids, and
 * before the rows of the ledger: whatever needs both takes them in this order.
 */
const LOCKED_BATCHES = `
  place AS MATERIALIZED (
    SELECT batch.id FROM generation JOIN batch ON batch.workspace_id = generation.workspace_id AND batch.id = batch_id
    WHERE generation.id = ANY ($1::uuid[]) AND generation.id BETWEEN $2 AND $3 ORDER BY batch.id FOR UPDATE OF batch
  )`;
/** SQL: true of a row of the ledger whose generation is not less than $2 and not greater than $3. */
const IN_RANGE = 'generation_id BETWEEN $2::uuid AND $3::uuid';
/** SQL: true once the batches are locked. */
const AFTER_BATCHES = '(SELECT count(*) FROM place) >= 0';

/** SQL: what a number of an attempt adds to the sums, in which an estimate of it may be already. */
const added = (number: string): string =>
  `CASE WHEN one.${number} IS NULL AND prior.${number} = 0 THEN NULL ELSE coalesce(one.${number}, 0) - prior.${number} END AS ${number}`;
const NUMBERS = ['calls', 'input_tokens', 'output_tokens', 'cost_micros'] as const;

/** SQL that adds the attempts `ended` to their batches. */
const SUMMED = `of_batches AS (
    SELECT workspace_id, batch_id, max(currency) AS currency,
      ${['attempts', 'partial_attempts', ...NUMBERS].map((one) => `sum(${one}) AS ${one}`).join(', ')}
    FROM ended GROUP BY workspace_id, batch_id
  ), summed AS (
    UPDATE batch SET ${ADD_TO_BATCH} FROM of_batches AS ended
    WHERE batch.workspace_id = ended.workspace_id AND batch.id = ended.batch_id
  ),`;

/** SQL that charges attempts, and adds them to the sums; to those of batches only where they may be members. */
const endOf = (areMembers: boolean): string => `
  WITH ${areMembers ? `${LOCKED_BATCHES}, ` : ''}prior AS MATERIALIZED (
    SELECT attempt.* FROM (
      SELECT * FROM unnest($1::uuid[], $4::int[]) AS wanted (generation_id, epoch)
      WHERE ${areMembers ? AFTER_BATCHES : 'true'} ORDER BY generation_id, epoch
    ) AS wanted CROSS JOIN LATERAL (
      SELECT workspace_id, generation_id, epoch, charged_at, charged_at IS NOT NULL AND partial AS partial,
        ${NUMBERS.map((one) => `CASE WHEN charged_at IS NULL THEN 0 ELSE coalesce(${one}, 0) END AS ${one}`).join(', ')}
      FROM invocation
      WHERE generation_id = wanted.generation_id AND epoch = wanted.epoch AND ended_at IS NULL AND ($14 OR charged_at IS NULL)
        AND ${IN_RANGE}
      FOR UPDATE
    ) AS attempt
  ), ended AS (
    UPDATE invocation AS one SET calls = told.calls, input_tokens = told.input_tokens, output_tokens = told.output_tokens,
      partial = told.partial, cost_micros = told.cost_micros, currency = told.currency, finish_reason = told.finish_reason,
      prompt_version = CASE WHEN prior.charged_at IS NULL THEN told.prompt_version ELSE one.prompt_version END,
      error_code = coalesce(one.error_code, told.error_code), charged_at = coalesce(one.charged_at, clock.now),
      ended_at = CASE WHEN $14 THEN clock.now END
    FROM (SELECT now() AS now) AS clock CROSS JOIN prior JOIN unnest($1::uuid[], $4::int[], $5::int[], $6::bigint[], $7::bigint[], $8::boolean[], $9::bigint[],
      $10::text[], $11::text[], $12::text[], $13::text[]) AS told (generation_id, epoch, calls, input_tokens, output_tokens,
        partial, cost_micros, currency, finish_reason, error_code, prompt_version) USING (generation_id, epoch)
    WHERE one.workspace_id = prior.workspace_id AND one.generation_id = prior.generation_id AND one.epoch = prior.epoch
      AND one.${IN_RANGE}
    RETURNING one.workspace_id, one.batch_id, one.application_id, one.model, one.error_code, one.prompt_version, one.language, one.voice_id, one.charged_at, one.currency,
      (prior.charged_at IS NULL)::int AS attempts, one.partial::int - prior.partial::int AS partial_attempts,
      ${NUMBERS.map(added).join(', ')}
  ), ${areMembers ? SUMMED : ''} counted AS (
    INSERT INTO statistic (
      workspace_id, hour, application_id, model, error_code, prompt_version, language, voice, slot, attempts, input_tokens, output_tokens,
      cost_micros
    )
    SELECT workspace_id, ${hourOf('charged_at')}, application_id, model, coalesce(error_code, '') AS code,
      coalesce(prompt_version, '') AS told, language, coalesce(voice_id::text, '') AS voice, pg_backend_pid(), sum(attempts), coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0), sum(cost_micros)
    FROM ended GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ${ADD_TO_STATISTIC}
  )
  INSERT INTO spending (workspace_id, month, spent_micros)
  SELECT workspace_id, ${monthOf('charged_at')}, sum(cost_micros) FROM ended WHERE cost_micros <> 0 GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (workspace_id, month) DO UPDATE SET spent_micros = spending.spent_micros + excluded.spent_micros`;

const END = endOf(true);
const END_OF_SINGLE = endOf(false);

/** The ids of generations, the least and the greatest: the first parameters of each statement. */
const inRange = (generationIds: readonly string[]): unknown[] => [generationIds, ...idRangeOf(generationIds)];

// SQL, for the clock of Postgres and because rows and their sums change together.
@Injectable()
export class LedgerStore {
  /** The model of an attempt; undefined when there is no such attempt. */
  async modelOf(tx: Transaction, { generationId, epoch }: GenerationLease): Promise<string | undefined> {
    const row = await tx.findOne(InvocationEntity, {
      select: { model: true },
      where: { generationId, epoch },
    });
    return row?.model;
  }

  /**
   * Locks the batch and the attempts of a generation. Whoever charges several of them one after the other begins with this: the
   * sums are locked by the first, and a report that comes late locks its attempt before the sums.
   */
  async lock(tx: Transaction, generationId: string): Promise<void> {
    await tx.query(
      `WITH ${LOCKED_BATCHES}
       SELECT FROM invocation WHERE generation_id = ANY ($1) AND ${IN_RANGE} AND ${AFTER_BATCHES} ORDER BY epoch FOR UPDATE`,
      inRange([generationId]),
    );
  }

  /** Those attempts of generations that are not charged yet. Locks the batches of the generations. */
  findOpen(tx: Transaction, generationIds: readonly string[]): Promise<OpenAttempt[]> {
    return tx.query<OpenAttempt[]>(
      `WITH ${LOCKED_BATCHES}
       SELECT ${OPEN} FROM invocation
       WHERE generation_id = ANY ($1) AND ${IN_RANGE} AND charged_at IS NULL AND ${AFTER_BATCHES}`,
      inRange(generationIds),
    );
  }

  /**
   * Charges attempts, each once. With `isTold`, workers have reported the numbers: these replace an estimate that was charged
   * before, in the sums of the same hour and month. `areMembers` is false when none is of a batch.
   */
  async end(
    tx: Transaction,
    ends: readonly AttemptEnd[],
    { isTold, areMembers }: { isTold: boolean; areMembers: boolean },
  ): Promise<void> {
    const rows = ends.map((end) => ({
      ...end,
      partial: end.partial ?? false,
      finishReason: end.finishReason ?? null,
      promptVersion: end.promptVersion ?? null,
    }));
    await tx.query(areMembers ? END : END_OF_SINGLE, [
      ...inRange(rows.map(({ generationId }) => generationId)),
      ...arraysOf(rows, 'epoch', 'calls', 'inputTokens', 'outputTokens', 'partial'),
      ...arraysOf(rows, 'costMicros', 'currency', 'finishReason', 'errorCode', 'promptVersion'),
      isTold,
    ]);
  }
}
