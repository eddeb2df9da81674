// Deletes all rows of a condition, a bounded number at a time so that no statement takes long.
import type { Database } from './database.ts';

/** Rows that one statement deletes. */
const TOGETHER = 1000;
/** Time after which a round leaves the rest to the next one, in milliseconds: a task that runs for a minute counts as stuck. */
export const ROUND_MS = 20_000;

/**
 * Deletes rows of a table that meet a condition, as the system role: up to 1000 of them, and more until `endsAt` (by
 * performance.now()). The table and the condition are ours, never a client's. A row that no longer meets the condition when
 * it is its turn stays.
 */
export async function purge(
  database: Database,
  table: string,
  condition: string,
  endsAt = performance.now() + ROUND_MS,
): Promise<void> {
  const text = `DELETE FROM ${table} WHERE (${condition})
    AND ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${TOGETHER}))`;
  let deleted: number;
  do deleted = (await database.change(text)).count;
  while (deleted === TOGETHER && performance.now() < endsAt);
}
