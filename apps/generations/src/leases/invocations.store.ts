// Writes what attempts used into the table invocation, the ledger, and adds it to the statistic, to what the
// workspace has spent and to the sum of the batch.
import { Injectable } from '@nestjs/common';
import type { AttemptUsage, GenerationErrorCode, GenerationLease } from '#contracts';
import type { Transaction } from '#platform/database';
import { THIS_MONTH } from '../budget/index.ts';
import { ADD_TO_BATCH } from '../usage/index.ts';
import { ADD_TO_STATISTIC, THIS_HOUR } from '../statistics/index.ts';
import { InvocationEntity } from './invocations.entity.ts';

/** How an attempt ended. */
export interface AttemptEnd extends AttemptUsage {
  costMicros: number | null;
  currency: string | null;
  errorCode: GenerationErrorCode | null;
}

@Injectable()
export class InvocationsStore {
  /** The model of an attempt; undefined when there is no such attempt. */
  async modelOf(tx: Transaction, { generationId, epoch }: GenerationLease): Promise<string | undefined> {
    const row = await tx.findOne(InvocationEntity, {
      select: { model: true },
      where: { generationId, epoch },
    });
    return row?.model;
  }

  /**
   * Stores how an attempt ended, once, and counts it in the hour of the end, its cost in the month, and both in its batch. SQL,
   * for the clock of Postgres.
   */
  async end(tx: Transaction, { generationId, epoch }: GenerationLease, end: AttemptEnd): Promise<void> {
    const { calls, inputTokens, outputTokens, partial = false, costMicros, currency } = end;
    await tx.query(
      `WITH ended AS (
         UPDATE invocation SET calls = $3, input_tokens = $4, output_tokens = $5, partial = $6, cost_micros = $7,
           currency = $8, finish_reason = $9, error_code = $10, prompt_version = $11, ended_at = now()
         WHERE generation_id = $1 AND epoch = $2 AND ended_at IS NULL
         RETURNING workspace_id, generation_id, batch_id, model, calls, input_tokens, output_tokens, partial, cost_micros,
           currency, error_code, prompt_version
       ), summed AS (
         UPDATE batch SET ${ADD_TO_BATCH} FROM ended
         WHERE batch.workspace_id = ended.workspace_id AND batch.id = ended.batch_id
       ), counted AS (
         INSERT INTO statistic (
           workspace_id, hour, application_id, model, error_code, prompt_version, slot, attempts, input_tokens,
           output_tokens, cost_micros
         )
         SELECT ended.workspace_id, ${THIS_HOUR}, coalesce(application_id, ''), ended.model, coalesce(ended.error_code, ''),
           coalesce(ended.prompt_version, ''), pg_backend_pid(), 1, coalesce(input_tokens, 0), coalesce(output_tokens, 0), cost_micros
         FROM ended LEFT JOIN generation
           ON generation.workspace_id = ended.workspace_id AND generation.id = ended.generation_id
         ${ADD_TO_STATISTIC}
       )
       INSERT INTO spending (workspace_id, month, spent_micros)
       SELECT workspace_id, ${THIS_MONTH}, cost_micros FROM ended WHERE cost_micros > 0
       ON CONFLICT (workspace_id, month) DO UPDATE SET spent_micros = spending.spent_micros + excluded.spent_micros`,
      [
        generationId,
        epoch,
        calls,
        inputTokens,
        outputTokens,
        partial,
        costMicros,
        currency,
        end.finishReason,
        end.errorCode,
        end.promptVersion,
      ],
    );
  }
}
