// Reads generations whose texts are written again.
import { Injectable } from '@nestjs/common';
import { isUuid } from '#contracts';
import { Database, selectList } from '#platform/database';
import { type GenerationEntity, usedApplication, type UsedVersion } from '../generation-record/index.ts';

const ACCEPTED = ['applicationId', 'inputs', 'environment', 'productId', 'review', 'result'] as const;
/** A generation with its review, and what its text is read by. */
export type AcceptedRow = Pick<GenerationEntity, (typeof ACCEPTED)[number]> & { application: UsedVersion };

@Injectable()
export class OriginalsStore {
  constructor(private readonly database: Database) {}

  /** A generation of the workspace; undefined when the id is malformed or unknown there. SQL, because it takes one round trip. */
  async find(workspaceId: string, id: string): Promise<AcceptedRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${selectList(ACCEPTED)}, ${usedApplication('$1')} FROM generation
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read(workspaceId, sql, [id]);
    return row as AcceptedRow | undefined;
  }
}
