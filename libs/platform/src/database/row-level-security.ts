// SQL for migrations: binds the rows of a table to their workspace.

/** The workspace that the transaction is bound to. The setting is '' after a binding has ended. */
const BOUND = `nullif(current_setting('app.workspace_id', true), '')::uuid`;

/** The policy that refuses rows of erased workspaces; `toAppError` knows its name. */
const NOT_ERASED = 'not_erased';

/**
 * Row-level security of a table with a workspace_id. The app role sees the workspace that the transaction is bound to,
 * and nothing without one, and so does the owner of the table, as which a workspace is moved; the system role sees all rows it
 * is granted.
 */
export function isolateWorkspaces(table: string, app: string, system: string): string {
  const own = `workspace_id = ${BOUND}`;
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_workspace ON ${table} TO ${app}, CURRENT_USER USING (${own}) WITH CHECK (${own});
    CREATE POLICY all_workspaces ON ${table} TO ${system} USING (true) WITH CHECK (true);
  `;
}

/**
 * A view through which the app role reads the rows of an isolated table that it may see and that meet `where`. It is for
 * conditions such as `@@`: on the table itself no index serves these, because Postgres applies a policy before any condition
 * that might reveal a row by an error. The view reads as the owner of the table, and has the policy as a condition of its
 * own. No index serves that condition, so a statement names the workspace, too, unless it is to use an index without it.
 */
export function isolatedView(view: string, table: string, app: string, where: string): string {
  return `
    CREATE POLICY of_views ON ${table} FOR SELECT TO CURRENT_USER USING (true);
    CREATE VIEW ${view} AS SELECT * FROM ${table} WHERE workspace_id IS NOT DISTINCT FROM (SELECT ${BOUND}) AND ${where};
    GRANT SELECT ON ${view} TO ${app};
  `;
}

/**
 * The table of erased workspaces, and the policies by which the app role can add no row to such a workspace: not even for a
 * request that was on its way when the workspace was erased. The system role is not bound by them: it adds rows only for rows
 * that are there. Call it in the last statement of a migration, because it is about every table with a workspace_id.
 */
export function erasedWorkspaces(app: string, system: string): string {
  return `
    CREATE TABLE erased_workspace (
      id uuid PRIMARY KEY,
      erased_at timestamptz NOT NULL DEFAULT now()
    );
    GRANT SELECT ON erased_workspace TO ${app};
    GRANT SELECT, INSERT, DELETE ON erased_workspace TO ${system};
    DO $$ DECLARE
      own regclass;
    BEGIN
      FOR own IN
        SELECT attrelid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE attname = 'workspace_id' AND relkind IN ('r', 'p') AND NOT relispartition
          AND relnamespace = current_schema()::regnamespace
      LOOP
        EXECUTE format('CREATE POLICY ${NOT_ERASED} ON %s AS RESTRICTIVE FOR INSERT TO ${app} WITH CHECK (
          NOT EXISTS (SELECT FROM erased_workspace WHERE erased_workspace.id = workspace_id))', own);
      END LOOP;
    END $$;
  `;
}
