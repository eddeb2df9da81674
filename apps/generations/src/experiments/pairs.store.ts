// Reads and writes the table experiment_pair. SQL, because a pair is chosen among the texts of two batches.
import { Injectable } from '@nestjs/common';
import { isUuid, type GenerationResult, type VoteRequest } from '#contracts';
import { Database, selectList, type Transaction } from '#platform/database';
import type { ShownPair } from '../judging/index.ts';
import type { ExperimentPairEntity } from './experiments.entity.ts';

/** A pair as it is shown. */
export interface PairRow extends Pick<ExperimentPairEntity, 'id' | 'firstIsA'> {
  title: string;
  firstResult: GenerationResult;
  result: GenerationResult;
}

/** A vote of somebody. */
export type VoteRow = Pick<ExperimentPairEntity, 'arm' | 'caseId' | 'firstIsA' | 'winner'>;

/** A pair that somebody has voted on. */
export type VotedRow = ShownPair & Pick<ExperimentPairEntity, 'caseId' | 'winner'>;

/** An experiment as somebody judges it. */
export interface Judged {
  workspaceId: string;
  experimentId: string;
  accountId: string;
  /** What a judge says is told with the vote, so that it is no vote of its own any more when it changes. */
  hasJudge: boolean;
  /** The batch of the first arm, and those of the others. */
  first: string;
  others: readonly string[];
}

/**
 * SQL: the pairs of a text of batch $3 and one of a batch of $4 for the same case of experiment $2, on which account $5 has not
 * voted. Of a repeated case, each arm shows its first text alone.
 */
const OPEN = `
  text AS (
    SELECT id, batch_id, arm, case_id, row_number() OVER (PARTITION BY batch_id, case_id ORDER BY id) AS repeat
    FROM generation WHERE workspace_id = $1 AND batch_id = ANY ($4::uuid[] || $3::uuid) AND status = 'SUCCESS'
  ), open AS (
    SELECT one.case_id, one.arm, base.id AS first_id, one.id
    FROM text AS one JOIN text AS base ON base.case_id = one.case_id AND base.batch_id = $3 AND base.repeat = 1
    WHERE one.batch_id <> $3 AND one.repeat = 1 AND NOT EXISTS (
      SELECT FROM experiment_pair AS pair WHERE pair.workspace_id = $1 AND experiment_id = $2 AND account_id = $5
        AND pair.case_id = one.case_id AND pair.arm = one.arm AND winner IS NOT NULL
    )
  )`;

@Injectable()
export class PairsStore {
  constructor(private readonly database: Database) {}

  /** How many pairs somebody has not voted on. */
  async countOpen(judged: Judged): Promise<number> {
    const [row] = await this.database.forWorkspace(judged.workspaceId, (tx) =>
      tx.query<[{ left: number }]>(`WITH ${OPEN} SELECT count(*)::int AS "left" FROM open`, valuesOf(judged)),
    );
    return row.left;
  }

  /** Chooses a pair at random and notes it, unless one that was shown waits for its vote and its texts are still there. */
  async choose(tx: Transaction, judged: Judged, id: string): Promise<void> {
    await tx.query(
      `WITH ${OPEN}
       INSERT INTO experiment_pair
         (workspace_id, id, experiment_id, account_id, case_id, arm, first_generation_id, generation_id, first_is_a)
       SELECT $1, $6, $2, $5, case_id, arm, first_id, id, random() < 0.5 FROM open
       WHERE NOT EXISTS (
         SELECT FROM experiment_pair WHERE workspace_id = $1 AND experiment_id = $2 AND account_id = $5 AND winner IS NULL
           AND generation_id IN (SELECT id FROM text) AND first_generation_id IN (SELECT id FROM text)
       )
       ORDER BY random() LIMIT 1
       ON CONFLICT (workspace_id, experiment_id, account_id, case_id, arm) DO UPDATE
         SET first_generation_id = excluded.first_generation_id, generation_id = excluded.generation_id`,
      [...valuesOf(judged), id],
    );
  }

  /** The pair that was shown and waits for its vote; undefined for none, and once one of its texts is gone. */
  async waiting(
    tx: Transaction,
    { workspaceId, experimentId, accountId }: Judged,
  ): Promise<PairRow | undefined> {
    const [row] = await tx.query<PairRow[]>(
      `SELECT pair.id, first_is_a AS "firstIsA", coalesce(base.product_title, '') AS title,
         base.result AS "firstResult", one.result
       FROM experiment_pair AS pair
         JOIN generation AS base ON base.workspace_id = pair.workspace_id AND base.id = first_generation_id
         JOIN generation AS one ON one.workspace_id = pair.workspace_id AND one.id = generation_id
       WHERE pair.workspace_id = $1 AND pair.experiment_id = $2 AND pair.account_id = $3 AND winner IS NULL
       ORDER BY pair.id LIMIT 1`,
      [workspaceId, experimentId, accountId],
    );
    return row;
  }

  /**
   * Notes a vote, and gives the pair with the vote that now holds: where there is a judge, the first one. Undefined when that
   * account was not shown the pair.
   */
  async vote(
    tx: Transaction,
    { workspaceId, experimentId, accountId, hasJudge }: Judged,
    { pairId, winner, reasons }: VoteRequest,
  ): Promise<VotedRow | undefined> {
    if (!isUuid(pairId)) return undefined;
    const [[row]] = await tx.query<[VotedRow[], number]>(
      `UPDATE experiment_pair SET winner = CASE WHEN $7 THEN coalesce(winner, $5) ELSE $5 END,
         reasons = CASE WHEN $7 AND winner IS NOT NULL THEN reasons ELSE $6 END
       WHERE workspace_id = $1 AND experiment_id = $2 AND account_id = $3 AND id = $4
       RETURNING id, case_id AS "caseId", first_generation_id AS first, generation_id AS other, first_is_a AS "firstIsA", winner`,
      [workspaceId, experimentId, accountId, pairId, winner, reasons && JSON.stringify(reasons), hasJudge],
    );
    return row;
  }

  /** All votes of an experiment, for a computed answer: each member of the workspace may have voted on each pair. */
  votes(workspaceId: string, experimentId: string): Promise<VoteRow[]> {
    const sql = `SELECT ${selectList(['arm', 'caseId', 'firstIsA', 'winner'])} FROM experiment_pair
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND experiment_id = $2 AND winner IS NOT NULL`;
    return this.database.readAlone<VoteRow>(workspaceId, sql, [experimentId]);
  }
}

function valuesOf({ workspaceId, experimentId, first, others, accountId }: Judged): unknown[] {
  return [workspaceId, experimentId, first, others, accountId];
}
