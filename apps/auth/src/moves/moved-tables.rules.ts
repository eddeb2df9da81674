// What of the owners' tables is moved with a workspace, and what must have ended before. Pure.

/** The owners of databases whose rows are moved, in the order in which they are copied. */
export const MOVED_OWNERS = ['catalogue', 'generations', 'notifications'] as const;
export type MovedOwner = (typeof MOVED_OWNERS)[number];

/** A table of an owner whose rows belong to one workspace each. */
export interface MovedTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** Tables that triggers fill from the rows of others. */
export const DERIVED_TABLES: readonly string[] = ['product_total', 'product_word'];

/** Columns that belong to a queue of the cell: without them a delivery that is to be sent waits to be put into one. */
export const COLUMNS_OF_QUEUES: Readonly<Record<string, readonly string[]>> = {
  delivery: ['job_id', 'worker'],
};

/** A number that grows over all workspaces of a cell: what comes next must be above what was copied. */
interface GrowingNumber {
  table: string;
  column: string;
  /** SQL of the name of its sequence. */
  sequence: string;
}

export const GROWING_NUMBERS: Record<MovedOwner, readonly GrowingNumber[]> = {
  catalogue: [],
  generations: [{ table: 'product_text', column: 'version', sequence: `'product_text_version'` }],
  notifications: [
    // The end of a feed is kept longer than its events.
    { table: 'feed_end', column: 'position', sequence: `pg_get_serial_sequence('event', 'position')` },
  ],
};

const UNSENT = { outbox: `kind = 'event' AND payload #>> '{data,workspaceId}' = $1::text` };

/** Conditions of the rows, by table, about which some process of the cell has still something to do. */
const UNFINISHED: Record<MovedOwner, Readonly<Record<string, string>>> = {
  catalogue: {
    import: `workspace_id = $1 AND status = 'RUNNING'`,
    import_chunk: 'workspace_id = $1',
    import_follow_up: 'workspace_id = $1',
    ...UNSENT,
  },
  generations: {
    generation: `workspace_id = $1 AND status = 'RUNNING'`,
    batch: 'workspace_id = $1 AND completed_at IS NULL',
    experiment: `workspace_id = $1 AND judging = 'WAITING'`,
    acceptance: 'workspace_id = $1',
    source_change: 'workspace_id = $1 AND NOT marked',
    ...UNSENT,
  },
  // A delivery may be tried for a day: it is moved as it is.
  notifications: UNSENT,
};

/** SQL of the tables with such rows of the workspace $1, and how many each has. */
export function unfinishedIn(owner: MovedOwner): string {
  const counts = Object.entries(UNFINISHED[owner]).map(
    ([table, condition]) =>
      `SELECT '${table}' AS "table", count(*)::int AS count FROM ${table} WHERE ${condition}`,
  );
  return `SELECT "table", count FROM (${counts.join(' UNION ALL ')}) AS found WHERE count > 0`;
}

/** SQL of the tables that are moved. One with a foreign key comes after the one that it leads to. */
export const MOVED_TABLES = `
  SELECT relname AS name, (
    SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attnum)
    FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  ) AS columns
  FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relrowsecurity
    AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'workspace_id')
  ORDER BY EXISTS (SELECT FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'f'), relname`;
