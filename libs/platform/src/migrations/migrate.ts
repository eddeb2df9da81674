// Brings one database to its schema: one explicit step, guarded so that two at once do no harm.
import { DataSource, type MigrationInterface } from 'typeorm';
import { z } from 'zod';
import { loadConfig, processConfig } from '../config/config.ts';
import { logger, startLogging } from '../observability/log.ts';

const log = logger('migrate');

/** Key of the advisory lock: any number that nothing else uses. */
const LOCK = 7_340_033;

const configSchema = z.object({
  LOG_LEVEL: processConfig.LOG_LEVEL,
  LOG_PRETTY: processConfig.LOG_PRETTY,
  /** Role that owns the tables. */
  MIGRATION_DATABASE_URL: z.url(),
});

/** Runs the migrations that are still missing, each in a transaction, then ends the process. */
export async function migrate(name: string, migrations: (new () => MigrationInterface)[]): Promise<void> {
  const config = loadConfig(configSchema);
  startLogging(`${name}-migrate`, config);
  try {
    const applied = await applyMigrations(config.MIGRATION_DATABASE_URL, name, migrations);
    log.info({ applied }, `${name}: ${applied.length} migrations applied`);
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, `${name}: the migration failed; what was not applied is unchanged`);
    process.exit(1);
  }
}

/**
 * Runs the migrations that are still missing in the database of an owner, and returns their names. The owner's
 * system role may then read which ones there are: its processes are not ready before theirs are.
 */
export async function applyMigrations(
  url: string,
  owner: string,
  migrations: (new () => MigrationInterface)[],
): Promise<string[]> {
  const source = new DataSource({ type: 'postgres', url, migrations, poolSize: 2 });
  await source.initialize();
  try {
    return await guarded(source, async () => {
      const applied = await source.runMigrations({ transaction: 'each' });
      await source.query(`GRANT SELECT ON migrations TO ${owner}_system`);
      return applied.map((migration) => migration.name);
    });
  } finally {
    await source.destroy();
  }
}

/** Holds the advisory lock meanwhile: a second copy waits and then finds nothing left to do. */
async function guarded<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const guard = source.createQueryRunner();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return await work();
  } finally {
    await guard.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await guard.release();
  }
}
