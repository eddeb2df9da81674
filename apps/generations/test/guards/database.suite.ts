// The database's own protection, tried with the roles of the service: row-level security, grants, triggers, constraints.
import { Client } from 'pg';
import { newId } from '#platform/context';
import { FAILURE, newActor, SUCCESS } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

let app: Client;
let system: Client;
beforeAll(async () => {
  app = new Client({ connectionString: environment.servers.database.appUrl });
  system = new Client({ connectionString: environment.servers.database.systemUrl });
  for (const client of [app, system]) {
    await client.connect();
    environment.onStop(() => client.end());
  }
});

/** Runs a statement as the app role in a transaction of a workspace, and rolls it back. */
async function asWorkspace(workspaceId: string | undefined, sql: string, values: unknown[] = []) {
  await app.query('BEGIN');
  try {
    if (workspaceId) await app.query(`SELECT set_config('app.workspace_id', $1, true)`, [workspaceId]);
    return (await app.query(sql, values)).rows;
  } finally {
    await app.query('ROLLBACK');
  }
}

describe('row-level security', () => {
  it.each(['generation', 'document', 'idempotency', 'invocation'])(
    'shows a workspace only its own rows of %s',
    async (table) => {
      const owner = newActor();
      const stranger = newActor();
      const { generation } = await environment.create(owner, {}, 'key');
      await environment.claimSuccessfully(generation.id);
      await environment.sql(
        'INSERT INTO document (id, workspace_id, title, content) VALUES ($1, $2, $3, $3)',
        [newId(), owner.workspaceId, 'Guide'],
      );
      const all = `SELECT workspace_id FROM ${table}`;
      expect(await asWorkspace(owner.workspaceId, all)).toEqual([{ workspace_id: owner.workspaceId }]);
      expect(await asWorkspace(stranger.workspaceId, all)).toEqual([]);
      expect(await asWorkspace(undefined, all)).toEqual([]);
    },
  );

  it('does not let a workspace insert rows of another workspace', async () => {
    const insert = 'INSERT INTO document (id, workspace_id, title, content) VALUES ($1, $2, $3, $3)';
    const owner = newActor().workspaceId;
    const stranger = newActor().workspaceId;
    await expect(asWorkspace(owner, insert, [newId(), owner, 'Guide'])).resolves.toEqual([]);
    await expect(asWorkspace(owner, insert, [newId(), stranger, 'Guide'])).rejects.toThrow(
      'row-level security',
    );
  });
});

describe('the app role', () => {
  it.each([
    `UPDATE generation SET result = '""'`,
    'UPDATE generation SET workspace_id = account_id',
    'UPDATE invocation SET calls = 0',
    'DELETE FROM invocation',
    'SELECT * FROM outbox',
    'UPDATE document SET created_at = now()',
    'TRUNCATE generation',
    'CREATE TABLE mine ()',
    'SET ROLE generations_system',
  ])('must not run %s', async (sql) => {
    await expect(asWorkspace(newActor().workspaceId, sql)).rejects.toThrow(/permission denied/);
  });
});

describe('the system role', () => {
  it.each([
    'UPDATE generation SET workspace_id = account_id',
    `UPDATE generation SET inputs = '{}'`,
    `UPDATE document SET content = ''`,
    `UPDATE invocation SET model = ''`,
  ])('must not run %s', async (sql) => {
    await expect(system.query(sql)).rejects.toThrow(/permission denied/);
  });
});

describe('an ended generation', () => {
  it.each([SUCCESS, FAILURE])('never changes after $status, not even by the superuser', async (outcome) => {
    const { id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, outcome);
    const before = await environment.row(id);
    for (const change of [
      `status = 'RUNNING', completed_at = NULL`,
      `lease_until = now()`,
      `title = 'other'`,
      `epoch = epoch + 1`,
    ]) {
      await expect(environment.sql(`UPDATE generation SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
        'has ended as',
      );
    }
    expect(await environment.row(id)).toEqual(before);
  });
});

describe('a generation', () => {
  it.each([
    ['lower its epoch', 'epoch = epoch - 1', 'only grows'],
    ['end without a time', `status = 'FAILED', error_code = 'InternalFault'`, 'check constraint'],
    ['fail without an error code', `status = 'FAILED', completed_at = now()`, 'check constraint'],
    ['succeed without a result', `status = 'SUCCESS', completed_at = now()`, 'check constraint'],
    ['have a result while it is RUNNING', `result = '""', result_type = 'TEXT'`, 'check constraint'],
    ['have an unknown status', `status = 'PAUSED'`, 'check constraint'],
  ])('cannot %s', async (_, change, message) => {
    const { id } = await environment.createInNewWorkspace();
    await environment.claimSuccessfully(id);
    await expect(environment.sql(`UPDATE generation SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
      message,
    );
  });

  it('has one row in the ledger for each claim', async () => {
    const { id, actor } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, SUCCESS);
    const again = `INSERT INTO invocation (generation_id, workspace_id, epoch, id, application_id, model, calls, partial)
      VALUES ($1, $2, $3, $1, 'a', 'm', 1, false)`;
    await expect(system.query(again, [id, actor.workspaceId, epoch])).rejects.toThrow(/invocation\w*_pkey/);
  });
});
