// Searches the table generation for generations that no worker and no job will end.
import { Injectable } from '@nestjs/common';
import type { GenerationErrorCode } from '#contracts';
import { arraysOf, Database, selectList, type Transaction } from '#platform/database';
import {
  type GenerationEntity,
  LOST_WORKERS,
  MAX_LOST_WORKERS,
  UNCLAIMED_MS,
} from '../generation-record/index.ts';

const ORPHAN = ['id', 'attempt', 'lastJobId', 'requestId', 'model'] as const;

/** A generation whose lease or grace period ran out. */
export type OrphanedGeneration = Pick<GenerationEntity, (typeof ORPHAN)[number]>;

const IS_ORPHANED = `status = 'RUNNING' AND lease_until < now()`;
const FREED = `worker = NULL, lost_workers = ${LOST_WORKERS}, lease_until = now() + interval '${UNCLAIMED_MS} milliseconds'`;

// All of it is SQL: the statements work on sets and compare with the clock of Postgres.
@Injectable()
export class GenerationReconcilerStore {
  constructor(private readonly database: Database) {}

  /** Locks generations that are past their deadline, or have lost the maximum of workers. */
  lockUnrecoverable(
    tx: Transaction,
    limit: number,
  ): Promise<{ id: string; errorCode: GenerationErrorCode }[]> {
    return tx.query(
      `SELECT id, CASE WHEN deadline_at <= now() THEN 'DeadlineExceeded' ELSE 'GenerationInterrupted' END
         AS "errorCode"
       FROM generation
       WHERE status = 'RUNNING' AND (deadline_at <= now() OR (lease_until < now() AND ${LOST_WORKERS} >= $1))
       LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [MAX_LOST_WORKERS, limit],
    );
  }

  /** Finds orphaned generations. */
  findOrphaned(limit: number): Promise<{ id: string; lastJobId: string }[]> {
    return this.database.system(
      `SELECT id, last_job_id AS "lastJobId" FROM generation WHERE ${IS_ORPHANED} ORDER BY lease_until LIMIT $1`,
      [limit],
    );
  }

  /** Locks those of the generations that are still orphaned. */
  lockOrphaned(tx: Transaction, ids: readonly string[]): Promise<OrphanedGeneration[]> {
    return tx.query(
      `SELECT ${selectList(ORPHAN)}
       FROM generation WHERE id = ANY ($1) AND ${IS_ORPHANED} FOR UPDATE SKIP LOCKED`,
      [ids],
    );
  }

  /** Frees locked generations for the next claim, and starts a new grace period. */
  async release(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query(`UPDATE generation SET ${FREED} WHERE id = ANY ($1)`, [ids]);
  }

  /** Notes the next dispatch of locked generations, and starts a new grace period. */
  async noteDispatch(tx: Transaction, dispatches: readonly { id: string; jobId: string }[]): Promise<void> {
    await tx.query(
      `UPDATE generation SET ${FREED}, attempt = attempt + 1, last_job_id = job_id
       FROM unnest($1::uuid[], $2::text[]) AS again (again_id, job_id) WHERE id = again_id`,
      arraysOf(dispatches, 'id', 'jobId'),
    );
  }
}
