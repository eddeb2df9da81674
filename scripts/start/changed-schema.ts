// For tests: the Postgres of a local system whose tables were made by another version of a migration.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { nodeEnv } from '#testing/environment';
import { freePort, loadSecrets, prepareDatabase, projectFile, startPostgres } from '#testing/servers';

/** Starts it with the data of a folder, which may be empty. Also gives a second run of the migrations. */
export async function startWithChangedSchema(dir: string) {
  const secrets = await loadSecrets(dir);
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), port: await freePort(), secrets });
  const { ownerUrl } = await prepareDatabase(postgres, 'catalogue', secrets);
  const migrate = () => {
    const env = { ...nodeEnv(), MIGRATION_DATABASE_URLS: JSON.stringify({ catalogue: ownerUrl }) };
    const program = projectFile('libs/testing/src/environment/migrations.ts');
    return promisify(execFile)(process.execPath, [program], { env });
  };
  await migrate();
  const client = new Client({ connectionString: postgres.superuserUrl('catalogue') });
  await client.connect();
  await client.query(`UPDATE migration_checksum SET checksum = 'of another text'`);
  await client.end();
  return { postgres, migrate };
}
