// Reads and writes the table policy.
import { Injectable } from '@nestjs/common';
import { Database, selectListWithout, type Transaction } from '#platform/database';
import { PolicyEntity } from './policies.entity.ts';
import type { PolicyRow } from './policies.rules.ts';

const COLUMNS = selectListWithout(PolicyEntity, ['workspaceId']);
/** Ids sort by time. */
const NEWEST = 'ORDER BY id DESC';

@Injectable()
export class PoliciesStore {
  constructor(private readonly database: Database) {}

  /** All rows of a workspace, the newest first; they are at most MAX_POLICIES. SQL, for `Database.read` takes one round trip. */
  all(workspaceId: string): Promise<PolicyRow[]> {
    const sql = `SELECT ${COLUMNS} FROM policy WHERE workspace_id = bound.workspace_id AND workspace_id = $1 ${NEWEST}`;
    return this.database.read<PolicyRow>(workspaceId, sql, []);
  }

  /** The same, locked until the end of the transaction: rows of a workspace are counted and changed by one request at a time. */
  async lockAll(tx: Transaction, workspaceId: string): Promise<PolicyRow[]> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('policies-' || $1, 0))`, [workspaceId]);
    return tx.query<PolicyRow[]>(`SELECT ${COLUMNS} FROM policy WHERE workspace_id = $1 ${NEWEST}`, [
      workspaceId,
    ]);
  }

  /** Adds a row. */
  async insert(tx: Transaction, workspaceId: string, row: PolicyRow): Promise<void> {
    await tx.insert(PolicyEntity, { workspaceId, ...row });
  }

  /** Changes a row. */
  async update(
    tx: Transaction,
    workspaceId: string,
    { id, definition, updatedAt }: PolicyRow,
  ): Promise<void> {
    await tx.update(PolicyEntity, { workspaceId, id }, { definition, updatedAt });
  }

  /** Deletes a row; false when there is none. */
  async delete(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
    const { affected } = await tx.delete(PolicyEntity, { workspaceId, id });
    return affected === 1;
  }
}
