// The table of generations, as it serves workers and the reconciler; and the ledger of what was used.
import { Injectable } from '@nestjs/common';
import type {
  GenerationErrorCode,
  GenerationOutcome,
  GenerationStatus,
  GenerationTask,
  GenerationUsage,
} from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { LEASE_MS, MAX_CLAIMS, UNCLAIMED_MS, type Standing } from './leases.rules.ts';

/** A claim of a generation; later claims have higher epochs. */
export interface GenerationLease {
  generationId: string;
  epoch: number;
}

/** A generation that has just ended. */
export interface EndedGeneration {
  id: string;
  workspaceId: string;
  requestId: string;
  model: string;
  /** From acceptance to end, in seconds. */
  seconds: number;
}

const LEASE = `now() + interval '${LEASE_MS} milliseconds'`;
const UNCLAIMED = `now() + interval '${UNCLAIMED_MS} milliseconds'`;
/** True of a generation that a worker holds. */
const IS_HELD = 'worker IS NOT NULL AND lease_until > now()';
// The whole environment, not a field of it: Postgres keeps any text that a client may write as JSON, but refuses to look
// into one with half a character or NUL. Such a generation could never end.
const ENDED = `id, workspace_id AS "workspaceId", request_id AS "requestId", environment,
  extract(epoch FROM completed_at - created_at)::float8 AS seconds`;
const REMAINING_MS = 'floor(extract(epoch FROM deadline_at - now()) * 1000)::float8 AS "remainingMs"';
const TASK = 'application_id AS "applicationId", inputs, environment, document, product';

interface EndedRow extends Omit<EndedGeneration, 'model'> {
  environment: { model: string };
}

/** A generation that a worker has got. */
export interface Taken {
  /** Of this claim. */
  epoch: number;
  invocationId: string;
  /** Until the deadline. */
  remainingMs: number;
  task: GenerationTask;
}

interface TakenRow extends TaskRow, Omit<Taken, 'task'> {}

interface TaskRow extends Omit<GenerationTask, 'document' | 'product'> {
  document: GenerationTask['document'] | null;
  product: GenerationTask['product'] | null;
}

/** Generations in the hands of workers. */
@Injectable()
export class LeasesStore {
  constructor(private readonly database: Database) {}

  /**
   * Gives a generation to a worker from now on, if nobody holds it; undefined otherwise. Who holds it and asks again
   * gets the same once more: the first answer was lost.
   */
  async take(id: string, worker: string, invocationId: string): Promise<Taken | undefined> {
    const [[row]] = await this.change<TakenRow>(
      `UPDATE generation SET worker = $2, lease_until = ${LEASE},
         epoch = CASE WHEN ${IS_HELD} THEN epoch ELSE epoch + 1 END,
         invocation_id = CASE WHEN ${IS_HELD} THEN invocation_id ELSE $3 END
       WHERE id = $1 AND status = 'RUNNING' AND deadline_at > now()
         AND CASE WHEN ${IS_HELD} THEN worker = $2 ELSE epoch < ${MAX_CLAIMS} END
       RETURNING epoch, invocation_id AS "invocationId", ${REMAINING_MS}, ${TASK}`,
      [id, worker, invocationId],
    );
    return row && toTaken(row);
  }

  /** Locks a generation and tells where it stands; undefined when there is none. */
  async lock(tx: Transaction, id: string): Promise<Standing | undefined> {
    const [row] = await tx.query<Standing[]>(
      `SELECT status, epoch, worker, ${REMAINING_MS},
         floor(extract(epoch FROM lease_until - now()) * 1000)::float8 AS "leaseMs"
       FROM generation WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return row;
  }

  /** Keeps claims alive; false for each that is lost. */
  async renew(claims: readonly GenerationLease[]): Promise<boolean[]> {
    const [kept] = await this.change<GenerationLease>(
      `UPDATE generation AS one SET lease_until = ${LEASE}
       FROM unnest($1::uuid[], $2::int[]) AS claim (id, epoch)
       WHERE one.id = claim.id AND one.epoch = claim.epoch AND worker IS NOT NULL AND status = 'RUNNING'
       RETURNING one.id AS "generationId", one.epoch`,
      [claims.map(({ generationId }) => generationId), claims.map(({ epoch }) => epoch)],
    );
    const epochs = new Map(kept.map(({ generationId, epoch }) => [generationId, epoch]));
    return claims.map(({ generationId, epoch }) => epochs.get(generationId) === epoch);
  }

  /** Gives a claim back; false when it was lost. */
  async release({ generationId, epoch }: GenerationLease): Promise<boolean> {
    const [, changed] = await this.change(
      `UPDATE generation SET worker = NULL, lease_until = ${UNCLAIMED}
       WHERE id = $1 AND epoch = $2 AND status = 'RUNNING'`,
      [generationId, epoch],
    );
    return changed > 0;
  }

  /** Ends a generation with its worker's outcome, if the claim is the latest; undefined otherwise. */
  async finish(
    tx: Transaction,
    { generationId, epoch }: GenerationLease,
    outcome: GenerationOutcome,
  ): Promise<EndedGeneration | undefined> {
    const success = outcome.status === 'SUCCESS' ? outcome : undefined;
    const [[row]] = await tx.query<[[EndedRow?], number]>(
      `UPDATE generation SET status = $3, result_type = $4, result = $5::json, checks = $6::json,
         usage = $7::json, error_code = $8, completed_at = now()
       WHERE id = $1 AND epoch = $2 AND status = 'RUNNING' RETURNING ${ENDED}`,
      [
        generationId,
        epoch,
        outcome.status,
        success?.resultType,
        success && JSON.stringify(success.result),
        success && JSON.stringify(success.checks),
        success && JSON.stringify(success.usage),
        outcome.status === 'FAILED' ? outcome.errorCode : undefined,
      ],
    );
    return row && toEnded(row);
  }

  /** True when this claim has ended its generation so: the same outcome came before. */
  async hasEnded(
    tx: Transaction,
    { generationId, epoch }: GenerationLease,
    status: GenerationStatus,
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM generation WHERE id = $1 AND epoch = $2 AND status = $3',
      [generationId, epoch, status],
    );
    return rows.length > 0;
  }

  /** Writes down what a success used. */
  async enterUsage(
    tx: Transaction,
    { id, workspaceId, model }: EndedGeneration,
    usage: GenerationUsage,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO usage_ledger (generation_id, workspace_id, model, calls, input_tokens, output_tokens)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, workspaceId, model, usage.calls, usage.inputTokens, usage.outputTokens],
    );
  }

  /** Ends generations without a worker's word; the epoch grows, so that no claim can end them again. */
  async fail(
    tx: Transaction,
    ids: readonly string[],
    errorCode: GenerationErrorCode,
  ): Promise<EndedGeneration[]> {
    const [rows] = await tx.query<[EndedRow[], number]>(
      `UPDATE generation SET status = 'FAILED', error_code = $2, completed_at = now(), epoch = epoch + 1
       WHERE id = ANY ($1) AND status = 'RUNNING' RETURNING ${ENDED}`,
      [ids, errorCode],
    );
    return rows.map(toEnded);
  }

  /** Runs one UPDATE; gives the rows that it returns, and how many it changed. */
  private async change<R>(sql: string, values: unknown[]): Promise<[R[], number]> {
    return (await this.database.system(sql, values)) as unknown as [R[], number];
  }
}

/** The contract knows absent sources, not null ones. */
function toTaken({ epoch, invocationId, remainingMs, document, product, ...task }: TakenRow): Taken {
  const sources = { document: document ?? undefined, product: product ?? undefined };
  return { epoch, invocationId, remainingMs, task: { ...task, ...sources } };
}

function toEnded({ environment, ...row }: EndedRow): EndedGeneration {
  return { ...row, model: environment.model };
}
