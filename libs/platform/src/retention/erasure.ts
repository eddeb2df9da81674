// Deletes the rows of a workspace that a person has erased, a bounded number at a time.
import type { Database } from '../database/database.ts';

/** Rows that one statement deletes. */
const TOGETHER = 500;

/**
 * Deletes up to 500 rows of an erased workspace from each of these tables, and from the outbox its parked events, which no stream has
 * taken. Returns true when there was none: repeated until then, by any number of instances, it leaves no row. Each statement is
 * a transaction of its own, as the system role, so that others wait for none of them, and deletes nothing of a workspace that
 * has come back meanwhile, by a move.
 */
export async function eraseRows(
  database: Database,
  workspaceId: string,
  tables: readonly string[],
): Promise<boolean> {
  let isGone = true;
  const erase = async (table: string, of: string): Promise<void> => {
    const condition = `${of} AND EXISTS (SELECT FROM erased_workspace WHERE id = $1::uuid)`;
    const [row] = await database.system<{ count: number }>(deletion(table, condition), [workspaceId]);
    if (row?.count !== 0) isGone = false;
  };
  for (const table of tables) await erase(table, 'workspace_id = $1');
  await erase(
    'outbox',
    `due_at = 'infinity' AND kind = 'event' AND payload #>> '{data,workspaceId}' = $1::text`,
  );
  return isGone;
}

// It counts the rows that it found, not those that it deleted: another instance may be deleting the same ones, and they
// are gone only when that has committed. Rows of several partitions may share a ctid, but all of them meet the condition.
function deletion(table: string, condition: string): string {
  return `
    WITH found AS (SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${TOGETHER}),
      deleted AS (DELETE FROM ${table} WHERE ${condition} AND ctid = ANY (ARRAY(SELECT ctid FROM found)))
    SELECT count(*)::int AS count FROM found`;
}
