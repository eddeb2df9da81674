// Test module: disables guards of a database by SQL after its migrations.
import { Client } from 'pg';
import { applyMigrations as apply } from '../../../libs/platform/src/migrations/migrate.ts';
import { CANNOT_DISABLE } from './cannot-disable.ts';

export * from '../../../libs/platform/src/migrations/migrate.ts';

export const applyMigrations: typeof apply = async (url, owner, migrations) => {
  const applied = await apply(url, owner, migrations);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(process.env['DISABLING_SQL'] ?? '');
  } catch (error) {
    throw new Error(`${CANNOT_DISABLE} ${String(error)}`, { cause: error });
  } finally {
    await client.end();
  }
  return applied;
};
