// The set-up of the databases as a managed Postgres allows it: by a role that is no superuser.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort, loadSecrets, OWNERS, prepareDatabase, projectFile } from '#testing/servers';
import { startPostgres, temporaryFolder, type OwnerDatabase, type PostgresServer } from '#testing/servers';

let dir: string;
let server: PostgresServer;
const databases: Record<string, OwnerDatabase> = {};

beforeAll(async () => {
  dir = await temporaryFolder('managed');
  const secrets = await loadSecrets(dir);
  server = await startPostgres({ dir: `${dir}/postgres`, port: await freePort(), secrets });
  await as(server.superuserUrl('postgres'), (superuser) =>
    superuser.query(`CREATE ROLE administrator LOGIN CREATEROLE CREATEDB PASSWORD 'managed'`),
  );
  const superuserUrl = (database: string): string =>
    `postgres://administrator:managed@127.0.0.1:${server.port}/${database}`;
  for (const owner of [...OWNERS, ...OWNERS]) {
    databases[owner] = await prepareDatabase({ port: server.port, superuserUrl }, owner, secrets);
  }
  for (const owner of OWNERS) {
    const env = { MIGRATION_DATABASE_URL: databases[owner]?.ownerUrl };
    await promisify(execFile)(process.execPath, [projectFile(`dist/apps/${owner}/src/migrate.js`)], { env });
  }
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await rm(dir, { recursive: true, force: true });
}, 30_000);

async function as<T>(connectionString: string | undefined, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it('gives no role of ours more rights than it needs', () =>
  as(server.superuserUrl('postgres'), async (superuser) => {
    const { rows } = await superuser.query<{ name: string }>(
      `SELECT rolname AS name FROM pg_roles
       WHERE rolname ~ '_(owner|app|system)$' AND NOT rolname ~ '^pg_' AND rolcanlogin AND NOT
         (rolsuper OR rolinherit OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)
       ORDER BY name`,
    );
    const roles = OWNERS.flatMap((owner) => ['app', 'owner', 'system'].map((part) => `${owner}_${part}`));
    expect(rows.map(({ name }) => name)).toEqual(roles);
  }));

it.each(OWNERS)('admits only the roles of %s to its database', async (owner) => {
  const stranger = databases[owner === 'auth' ? 'catalogue' : 'auth']?.appUrl.replace(/[^/]+$/, owner);
  await expect(as(stranger, async () => undefined)).rejects.toThrow('permission denied for database');
});

it('binds the role app to one workspace', async () => {
  const content = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-00000000000a'];
  await as(databases['catalogue']?.systemUrl, (system) =>
    system.query(
      `INSERT INTO product (id, workspace_id, genre, content, content_hash) VALUES ($1, $2, 'Custom', '{}', '')`,
      content,
    ),
  );
  await as(databases['catalogue']?.appUrl, async (app) => {
    const products = 'SELECT id FROM product';
    expect((await app.query(products)).rows).toEqual([]);
    await expect(app.query('ALTER TABLE product DISABLE ROW LEVEL SECURITY')).rejects.toThrow(
      'must be owner',
    );
    await expect(app.query('SET ROLE catalogue_owner')).rejects.toThrow('permission denied to set role');
    await app.query('SET row_security = off');
    await expect(app.query(products)).rejects.toThrow('would be affected by row-level security');
  });
});

it('refuses a role that may do more than it should', async () => {
  await as(server.superuserUrl('postgres'), (superuser) => superuser.query('ALTER ROLE auth_app BYPASSRLS'));
  const again = prepareDatabase(server, 'auth', await loadSecrets(dir));
  await expect(again).rejects.toThrow('The role auth_app has rights that no service may have');
});
