// Reads and writes the cells of the installation.
import { Injectable } from '@nestjs/common';
import { escapeLiteral } from 'pg';
import { Database } from '#platform/database';

/** A cell as operators see it. */
export interface CellSummary {
  name: string;
  /** Null where none is set. */
  url: string | null;
  /** When auth of the cell last said that it is there; it does so each minute. */
  seenAt: Date;
  workspaces: number;
  /** Erased workspaces of any cell of which this one has not confirmed yet that it has nothing left. */
  openErasures: number;
  /** When the oldest of them was erased; null when there is none. */
  oldestErasure: Date | null;
}

@Injectable()
export class CellsStore {
  constructor(private readonly database: Database) {}

  /** Adds a cell, or says that it is still there. */
  async put(name: string, url: string | null): Promise<void> {
    await this.database.system(PUT, [name, url]);
  }

  /** All cells, by name. */
  list(): Promise<CellSummary[]> {
    return this.database.system<CellSummary>(LIST);
  }

  /**
   * Forgets a cell whose servers are gone, and with them what it has not deleted yet. False for one that has workspaces. Auth
   * that still runs in it would add it again.
   */
  remove(name: string): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const removed = await tx.query<unknown[]>(REMOVE, [name]);
      if (removed.length === 0) return false;
      await tx.query('UPDATE erased_workspace SET gone_at = now() WHERE cell = $1 AND gone_at IS NULL', [
        name,
      ]);
      return true;
    });
  }
}

/**
 * SQL condition of the rows of the outbox that are for the stream of a cell: the events about its workspaces. Those about
 * workspaces that are gone are for any. Those about a workspace that is moved wait until it is known where it is: what the stream of
 * the cell that it leaves gets after its rows were copied would be lost.
 */
export function eventsOf(cell: string): string {
  const own = escapeLiteral(cell);
  const id = `(payload #>> '{data,workspaceId}')::uuid`;
  const home = `CASE WHEN moving_to IS NULL THEN workspace.cell ELSE '' END`;
  return `coalesce((SELECT ${home} FROM workspace WHERE workspace.id = ${id}), ${own}) = ${own}`;
}

const LIST = `
  SELECT cell.name, url, seen_at AS "seenAt",
    (SELECT count(*)::int FROM workspace WHERE workspace.cell = cell.name) AS workspaces,
    count(erased.id)::int AS "openErasures", min(erased.erased_at) AS "oldestErasure"
  FROM cell LEFT JOIN erased_workspace AS erased ON erased.cell = cell.name AND gone_at IS NULL
  GROUP BY cell.name ORDER BY cell.name`;

// WITH, so that the rows are returned: TypeORM gives a pair for a DELETE.
const REMOVE = `
  WITH removed AS (
    DELETE FROM cell WHERE name = $1 AND NOT EXISTS (SELECT FROM workspace WHERE cell.name IN (workspace.cell, workspace.moving_to)) RETURNING name
  ) SELECT name FROM removed`;

const PUT = `
  INSERT INTO cell (name, url) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET url = EXCLUDED.url, seen_at = now()`;
