// SQL for migrations: binds the rows of a table to their workspace.

/**
 * Row-level security of a table with a workspace_id. The app role sees the workspace that the transaction is bound to
 * and nothing without one (the setting is '' after a binding has ended); the system role sees all rows it is granted.
 */
export function isolateWorkspaces(table: string, app: string, system: string): string {
  const own = `workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid`;
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_workspace ON ${table} TO ${app} USING (${own}) WITH CHECK (${own});
    CREATE POLICY all_workspaces ON ${table} TO ${system} USING (true) WITH CHECK (true);
  `;
}
