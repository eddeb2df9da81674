// The table of generations, as it is searched for those that nobody takes care of.
import { Injectable } from '@nestjs/common';
import type { GenerationErrorCode } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { MAX_CLAIMS, UNCLAIMED_MS } from '../leases/leases.rules.ts';

/** A generation whose lease ran out. */
export interface Forsaken {
  id: string;
  attempt: number;
  lastJobId: string;
  requestId: string;
}

const FORSAKEN = `status = 'RUNNING' AND lease_until < now()`;
const LATER = `now() + interval '${UNCLAIMED_MS} milliseconds'`;

/** Searches for generations that nobody takes care of. */
@Injectable()
export class GenerationReconcilerStore {
  constructor(private readonly database: Database) {}

  /** Locks generations that are past their deadline, or whose last permitted claim was lost. */
  lockHopeless(tx: Transaction, most: number): Promise<{ id: string; errorCode: GenerationErrorCode }[]> {
    return tx.query(
      `SELECT id, CASE WHEN deadline_at <= now() THEN 'DeadlineExceeded' ELSE 'GenerationInterrupted' END
         AS "errorCode"
       FROM generation
       WHERE status = 'RUNNING' AND (deadline_at <= now() OR (lease_until < now() AND epoch >= $1))
       LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [MAX_CLAIMS, most],
    );
  }

  /** Generations whose lease ran out, and whether their last job still waits in the outbox. */
  findForsaken(most: number): Promise<{ id: string; lastJobId: string; unsent: boolean }[]> {
    return this.database.system(
      `SELECT id, last_job_id AS "lastJobId",
         EXISTS (SELECT 1 FROM outbox WHERE dedup_key = last_job_id) AS unsent
       FROM generation WHERE ${FORSAKEN} ORDER BY lease_until LIMIT $1`,
      [most],
    );
  }

  /** Locks those of the generations whose lease is still run out. */
  lockForsaken(tx: Transaction, ids: readonly string[]): Promise<Forsaken[]> {
    return tx.query(
      `SELECT id, attempt, last_job_id AS "lastJobId", request_id AS "requestId"
       FROM generation WHERE id = ANY ($1) AND ${FORSAKEN} FOR UPDATE SKIP LOCKED`,
      [ids],
    );
  }

  /** Frees locked generations for whoever claims them next, and leaves them alone for a while. */
  async leave(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query(`UPDATE generation SET worker = NULL, lease_until = ${LATER} WHERE id = ANY ($1)`, [ids]);
  }

  /** Notes that locked generations are dispatched once more. */
  async noteDispatch(tx: Transaction, again: readonly { id: string; jobId: string }[]): Promise<void> {
    await tx.query(
      `UPDATE generation SET worker = NULL, lease_until = ${LATER}, attempt = attempt + 1, last_job_id = job_id
       FROM unnest($1::uuid[], $2::text[]) AS again (again_id, job_id) WHERE id = again_id`,
      [again.map((one) => one.id), again.map((one) => one.jobId)],
    );
  }
}
