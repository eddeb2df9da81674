// Reads what the scores of generations follow from.
import { Injectable } from '@nestjs/common';
import { isUuid } from '#contracts';
import { Database, selectList } from '#platform/database';
import { USAGE } from '../usage/index.ts';
import type { ScoredRow } from './scores.rules.ts';

/** SQL: time from the claim of the last worker to the end; null when none has ended it. */
const LATENCY = `(
  SELECT round(extract(epoch FROM generation.completed_at - started_at) * 1000)::float8 FROM invocation
  WHERE invocation.workspace_id = generation.workspace_id AND generation_id = generation.id
    AND invocation.epoch = generation.epoch
)`;
const SCORED = `${selectList(['status', 'checks', 'coverage', 'scores'])}, review - 'result' AS review, ${USAGE} AS usage,
  ${LATENCY} AS "latencyMs"`;

@Injectable()
export class ScoresStore {
  constructor(private readonly database: Database) {}

  /** Finds a generation of the workspace. SQL, because it takes one round trip. */
  async find(workspaceId: string, id: string): Promise<ScoredRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${SCORED} FROM generation WHERE workspace_id = bound.workspace_id AND id = $2`;
    const [row] = await this.database.read<ScoredRow>(workspaceId, sql, [id]);
    return row;
  }
}
