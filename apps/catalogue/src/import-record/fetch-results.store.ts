// The table fetch_result, and who waits for what is in it.
import { Injectable } from '@nestjs/common';
import type { FetchOutcome, Marketplace } from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { FetchResultEntity } from './fetch-results.entity.ts';
import { WAITING_ITEM, type WaitingItem } from './imports.store.ts';

/** A result that is still to be handed out. `storedAt` is the text of Postgres: a Date would lose the microseconds. */
export type StoredResult = Pick<FetchResultEntity, 'id' | 'marketplace' | 'outcomes'> & { storedAt: string };

// The products of a result are $1 and $2. Imports that were accepted after it ($3) have their own pending fetches.
const WAITS = `item.marketplace = $1 AND item.asin = ANY ($2) AND item.status = 'importing' AND EXISTS (
  SELECT FROM import WHERE import.workspace_id = item.workspace_id AND import.id = item.import_id
    AND import.created_at < $3::timestamptz)`;

const parametersOf = ({ marketplace, outcomes, storedAt }: StoredResult): unknown[] => [
  marketplace,
  outcomes.map(({ asin }) => asin),
  storedAt,
];

/** The table fetch_result. Its statements lock rows, or search the items of all workspaces. */
@Injectable()
export class FetchResultsStore {
  constructor(private readonly database: Database) {}

  async insert(tx: Transaction, marketplace: Marketplace, outcomes: FetchOutcome[]): Promise<void> {
    await tx.insert(FetchResultEntity, { id: newId(), marketplace, outcomes });
  }

  /** Ids of results after this one, or of the first ones, in the order in which they were stored, at most `limit`. */
  async ids(after: string | undefined, limit: number): Promise<string[]> {
    const rows = await this.database.system<{ id: string }>(
      'SELECT id FROM fetch_result WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2',
      [after ?? null, limit],
    );
    return rows.map(({ id }) => id);
  }

  async find(id: string): Promise<StoredResult | undefined> {
    const [row] = await this.database.system<StoredResult>(
      'SELECT id, marketplace, outcomes, stored_at::text AS "storedAt" FROM fetch_result WHERE id = $1',
      [id],
    );
    return row;
  }

  /** The workspaces that wait for a result. */
  async workspacesWaiting(result: StoredResult): Promise<string[]> {
    const rows = await this.database.system<Pick<WaitingItem, 'workspaceId'>>(
      `SELECT DISTINCT workspace_id AS "workspaceId" FROM import_item AS item WHERE ${WAITS}`,
      parametersOf(result),
    );
    return rows.map(({ workspaceId }) => workspaceId);
  }

  /** Locks items of a workspace that wait for a result, at most `limit`; undefined while another instance works on the result. */
  async lockWaiting(
    tx: Transaction,
    result: StoredResult,
    workspaceId: string,
    limit: number,
  ): Promise<WaitingItem[] | undefined> {
    const locked = await tx.query<unknown[]>(
      'SELECT FROM fetch_result WHERE id = $1 FOR UPDATE SKIP LOCKED',
      [result.id],
    );
    if (locked.length === 0) return undefined;
    return tx.query(
      `SELECT ${WAITING_ITEM} FROM import_item AS item WHERE ${WAITS} AND item.workspace_id = $4
       ORDER BY item.import_id, item.asin LIMIT $5 FOR UPDATE`,
      [...parametersOf(result), workspaceId, limit],
    );
  }

  async remove(id: string): Promise<void> {
    await this.database.system('DELETE FROM fetch_result WHERE id = $1', [id]);
  }
}
