// Counts what a database has of a workspace, in whatever table: a table that is added later counts too.
import { Client } from 'pg';

const TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;

/** Number of rows in which the id of a workspace stands, for each table that has any. `url` is of a superuser. */
export async function workspaceRows(url: string, workspaceId: string): Promise<Record<string, number>> {
  const superuser = new Client({ connectionString: url });
  await superuser.connect();
  try {
    const tables = await superuser.query<{ name: string }>(TABLES);
    const counted: [string, number][] = [];
    for (const { name } of tables.rows) {
      const { rows } = await superuser.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${name} AS one WHERE one::text LIKE '%' || $1 || '%'`,
        [workspaceId],
      );
      counted.push([name, rows[0]?.count ?? 0]);
    }
    return Object.fromEntries(counted.filter(([, count]) => count > 0));
  } finally {
    await superuser.end();
  }
}
