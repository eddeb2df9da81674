// Deletes all rows of a condition, a bounded number at a time so that no statement takes long.
import type { Database } from './database.ts';

/** Rows that one statement deletes. */
const TOGETHER = 1000;

/**
 * Deletes all rows of a table that meet a condition, as the system role. The table and the condition are ours, never a
 * client's. A row that no longer meets the condition when it is its turn stays.
 */
export async function purge(database: Database, table: string, condition: string): Promise<void> {
  const text = `DELETE FROM ${table} WHERE (${condition})
    AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${TOGETHER}))`;
  let deleted: number;
  do deleted = (await database.change(text)).count;
  while (deleted === TOGETHER);
}
