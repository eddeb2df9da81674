// The guards in the database itself, tried with the service's own roles: rows of others, ended rows, rights.
import { Client } from 'pg';
import { newId } from '#platform/context';
import { FAILURE, someone, Stage, SUCCESS } from './stage.ts';

let stage: Stage;
let app: Client;
let system: Client;
beforeAll(async () => {
  stage = await Stage.set();
  await stage.serve();
  app = new Client({ connectionString: stage.servers.database.appUrl });
  system = new Client({ connectionString: stage.servers.database.systemUrl });
  await Promise.all([app.connect(), system.connect()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([app?.end(), system?.end()]);
  await stage?.strike();
}, 60_000);

/** A statement as the app role, bound to a workspace, undone afterwards. */
async function asWorkspace(workspaceId: string | undefined, sql: string, values: unknown[] = []) {
  await app.query('BEGIN');
  try {
    if (workspaceId) await app.query(`SELECT set_config('app.workspace_id', $1, true)`, [workspaceId]);
    return (await app.query(sql, values)).rows;
  } finally {
    await app.query('ROLLBACK');
  }
}

describe('a workspace', () => {
  it.each(['generation', 'document', 'idempotency'])('D47: sees only its own rows of %s', async (table) => {
    const [one, stranger] = [someone(), someone()];
    await stage.create(one, {}, 'key');
    await stage.sql('INSERT INTO document (id, workspace_id, title, content) VALUES ($1, $2, $3, $3)', [
      newId(),
      one.workspaceId,
      'Guide',
    ]);
    const all = `SELECT workspace_id FROM ${table}`;
    expect(await asWorkspace(one.workspaceId, all)).toEqual([{ workspace_id: one.workspaceId }]);
    expect(await asWorkspace(stranger.workspaceId, all)).toEqual([]);
    expect(await asWorkspace(undefined, all)).toEqual([]);
  });

  it('D47: cannot write for another', async () => {
    const insert = 'INSERT INTO document (id, workspace_id, title, content) VALUES ($1, $2, $3, $3)';
    const [one, stranger] = [someone().workspaceId, someone().workspaceId];
    await expect(asWorkspace(one, insert, [newId(), one, 'Guide'])).resolves.toEqual([]);
    await expect(asWorkspace(one, insert, [newId(), stranger, 'Guide'])).rejects.toThrow(
      'row-level security',
    );
  });
});

describe('the app role', () => {
  it.each([
    `UPDATE generation SET status = 'FAILED'`,
    'DELETE FROM generation',
    'SELECT * FROM usage_ledger',
    'SELECT * FROM outbox',
    'UPDATE document SET title = title',
    'TRUNCATE generation',
    'CREATE TABLE mine ()',
    'SET ROLE generations_system',
  ])('D47: may not %s', async (sql) => {
    await expect(asWorkspace(someone().workspaceId, sql)).rejects.toThrow(/permission denied/);
  });
});

describe('the system role', () => {
  it.each([
    'UPDATE generation SET workspace_id = account_id',
    `UPDATE generation SET inputs = '{}'`,
    'UPDATE generation SET deadline_at = now()',
    'DELETE FROM generation',
    'SELECT * FROM document',
    'DELETE FROM usage_ledger',
  ])('D47: may not %s', async (sql) => {
    await expect(system.query(sql)).rejects.toThrow(/permission denied/);
  });
});

describe('an ended generation', () => {
  it.each([SUCCESS, FAILURE])('as $status never changes, not even for the superuser', async (outcome) => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    await stage.finish(id, epoch, outcome);
    const before = await stage.row(id);
    for (const change of [
      `status = 'RUNNING', completed_at = NULL`,
      `lease_until = now()`,
      `title = 'other'`,
      `epoch = epoch + 1`,
    ]) {
      await expect(stage.sql(`UPDATE generation SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
        'has ended as',
      );
    }
    expect(await stage.row(id)).toEqual(before);
  });
});

describe('a generation', () => {
  it.each([
    ['go back in its epoch', 'epoch = epoch - 1', 'only grows'],
    ['end without a moment', `status = 'FAILED', error_code = 'InternalFault'`, 'check constraint'],
    ['fail without a reason', `status = 'FAILED', completed_at = now()`, 'check constraint'],
    ['succeed without a result', `status = 'SUCCESS', completed_at = now()`, 'check constraint'],
    ['have a result while it runs', `result = '""', result_type = 'TEXT'`, 'check constraint'],
    ['be in another state', `status = 'PAUSED'`, 'check constraint'],
  ])('cannot %s', async (_, change, refusal) => {
    const { id } = await stage.created();
    await stage.claimed(id);
    await expect(stage.sql(`UPDATE generation SET ${change} WHERE id = $1`, [id])).rejects.toThrow(refusal);
  });

  it('is paid for once', async () => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    await stage.finish(id, epoch, SUCCESS);
    const again = `INSERT INTO usage_ledger (generation_id, workspace_id, model, calls) VALUES ($1, $1, 'm', 1)`;
    await expect(system.query(again, [id])).rejects.toThrow('usage_ledger_pkey');
  });
});
