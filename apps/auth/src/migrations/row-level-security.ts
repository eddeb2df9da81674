// What each role may do with the tables of auth, and which rows the app role sees.
export const APP = 'auth_app';
export const SYSTEM = 'auth_system';

/** The workspace and the account that a transaction or a read is bound to; null without one. */
const bound = (name: string): string => `nullif(current_setting('app.${name}', true), '')::uuid`;
const WORKSPACE = bound('workspace_id');
const ACCOUNT = bound('account_id');

// What a person asks for after the sign-in runs as the app role, bound to the workspace and the account of the request. It
// sees the accounts, workspaces and memberships that belong to one of the two, and no hash of any secret. The system role does
// what comes before it is known who asks, or what reads secrets: sign-in, registration, change of a password, refresh, and the
// look-up of an API key or of an invitation by the hash of what was presented. The app role adds revocations and changes of
// memberships through triggers only. Postgres demands an UPDATE privilege of a role that locks rows, hence
// UPDATE (last_sign_in_at) on account and UPDATE (id) on membership_change.
export const GRANTS = `
  GRANT SELECT (id, email, name, status, locale, limits, created_at, updated_at, last_sign_in_at),
    UPDATE (last_sign_in_at) ON account TO ${APP};
  GRANT SELECT (id, account_id, workspace_id, created_at, expires_at, refreshed_at, user_agent, address),
    UPDATE (workspace_id) ON session TO ${APP};
  GRANT SELECT, INSERT, UPDATE (name, marketplace, monthly_budget_micros, held_by, updated_at), DELETE ON workspace TO ${APP};
  GRANT SELECT ON cell TO ${APP};
  GRANT SELECT, INSERT, UPDATE, DELETE ON cell TO ${SYSTEM};
  GRANT SELECT, INSERT, UPDATE (is_moved, erased_at, gone_at) ON erased_workspace TO ${APP};
  GRANT SELECT, INSERT, UPDATE (role), DELETE ON membership TO ${APP};
  GRANT SELECT (id, workspace_id, account_id, name, prefix, scopes, created_at, expires_at, last_used_at),
    INSERT, DELETE ON api_key TO ${APP};
  GRANT SELECT (id, workspace_id, invited_by, email, role, created_at, expires_at), INSERT, DELETE ON invitation TO ${APP};
  GRANT INSERT ON revocation, membership_change TO ${APP};
  GRANT SELECT, INSERT, DELETE, UPDATE (workspace_id, expires_at, refreshed_at, refresh_hash, parent_hash)
    ON session TO ${SYSTEM};
  GRANT SELECT, DELETE ON invitation TO ${SYSTEM};
  GRANT SELECT, DELETE, UPDATE (last_used_at) ON api_key TO ${SYSTEM};
  GRANT SELECT, INSERT, DELETE, UPDATE (is_announced) ON revocation TO ${SYSTEM};
  GRANT SELECT, INSERT, DELETE, UPDATE (id) ON membership_change TO ${SYSTEM};
  GRANT SELECT, INSERT, DELETE, UPDATE (retired_at, sealed_private_key) ON signing_key TO ${SYSTEM};
  GRANT SELECT ON refresh_key TO ${SYSTEM};
  GRANT SELECT, INSERT, UPDATE ON account, workspace, membership TO ${SYSTEM};
  GRANT SELECT, INSERT, DELETE, UPDATE (is_moved, erased_at, tried_at, gone_at) ON erased_workspace TO ${SYSTEM};
`;

/**
 * FELLOW is true of an account that is a member of the workspace, JOINED of a workspace of which the account is a member. Each
 * reads one row by the primary key; EXISTS would read all.
 */
const FELLOW = `(SELECT true FROM membership WHERE account_id = account.id AND workspace_id = ${WORKSPACE})`;
const JOINED = `(SELECT true FROM membership WHERE workspace_id = workspace.id AND account_id = ${ACCOUNT})`;

/**
 * True where one of the conditions holds. In this form Postgres expects that nearly all rows pass, as they do: a statement
 * names its account or workspace, too. After a bare OR it expects few, and sorts a whole list for one page of it.
 */
const anyOf = (...conditions: string[]): string =>
  `CASE ${conditions.map((one) => `WHEN ${one} THEN 1`).join(' ')} END IS NOT NULL`;
const OWN = anyOf(`workspace_id = ${WORKSPACE}`, `account_id = ${ACCOUNT}`);

export const POLICIES = `
  ${policies('account', { SELECT: anyOf(`id = ${ACCOUNT}`, FELLOW), UPDATE: `id = ${ACCOUNT}` })}
  ${policies('workspace', {
    SELECT: anyOf(`id = ${WORKSPACE}`, `held_by = ${ACCOUNT}`, JOINED),
    INSERT: `held_by = ${ACCOUNT}`,
    UPDATE: `id = ${WORKSPACE}`,
    DELETE: `id = ${WORKSPACE}`,
  })}
  ${policies('erased_workspace', {
    SELECT: `id = ${WORKSPACE}`,
    INSERT: `id = ${WORKSPACE}`,
    UPDATE: `id = ${WORKSPACE}`,
  })}
  ${policies('membership', {
    SELECT: OWN,
    // Of a workspace that the account has just made, too.
    INSERT: `workspace_id = ${WORKSPACE} OR (account_id = ${ACCOUNT} AND EXISTS (
      SELECT FROM workspace WHERE id = workspace_id AND held_by = ${ACCOUNT}))`,
    UPDATE: `workspace_id = ${WORKSPACE}`,
    DELETE: `workspace_id = ${WORKSPACE}`,
  })}
  ${policies('session', { SELECT: `account_id = ${ACCOUNT}`, UPDATE: `account_id = ${ACCOUNT}` })}
  ${policies('api_key', {
    SELECT: OWN,
    INSERT: `workspace_id = ${WORKSPACE} AND account_id = ${ACCOUNT}`,
    DELETE: OWN,
  })}
  ${policies('invitation', {
    SELECT: `workspace_id = ${WORKSPACE}`,
    INSERT: `workspace_id = ${WORKSPACE}`,
    DELETE: `workspace_id = ${WORKSPACE}`,
  })}
`;

/** Row-level security of a table: the condition of each command of the app role. The system role sees all rows. */
function policies(
  table: string,
  conditions: Partial<Record<'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE', string>>,
): string {
  const own = Object.entries(conditions).map(([command, condition]) => {
    const check = command === 'INSERT' ? 'WITH CHECK' : 'USING';
    return `CREATE POLICY own_${command.toLowerCase()} ON ${table} FOR ${command} TO ${APP} ${check} (${condition});`;
  });
  return `
    ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ${own.join('\n    ')}
    CREATE POLICY all_rows ON ${table} TO ${SYSTEM} USING (true) WITH CHECK (true);
  `;
}
