// Migrates one database, in an explicit step; an advisory lock makes two runs at once harmless.
import { DataSource, type MigrationInterface } from 'typeorm';
import { z } from 'zod';
import { loadConfig, processConfig } from '../config/config.ts';
import { logger, startLogging } from '../observability/log.ts';

const log = logger('migrate');

/** Key of the advisory lock: any number that nothing else uses. */
const LOCK_KEY = 7_340_033;

const configSchema = z.object({
  LOG_LEVEL: processConfig.LOG_LEVEL,
  LOG_PRETTY: processConfig.LOG_PRETTY,
  /** Role that owns the tables. */
  MIGRATION_DATABASE_URL: z.url(),
});

/** Runs the pending migrations, each in a transaction, then ends the process: with code 0, or 1 on an error. */
export async function migrate(name: string, migrations: (new () => MigrationInterface)[]): Promise<void> {
  const config = loadConfig(configSchema);
  startLogging(`${name}-migrate`, config);
  try {
    const applied = await applyMigrations(config.MIGRATION_DATABASE_URL, name, migrations);
    log.info({ applied }, `${name}: ${applied.length} migrations applied`);
    process.exit(0);
  } catch (error) {
    log.error(
      { err: error },
      `${name}: a migration failed and was rolled back; those before it stay applied`,
    );
    process.exit(1);
  }
}

/**
 * Runs the pending migrations of an owner's database, each in a transaction, and returns their names. It also lets the
 * owner's system role read the list of migrations, because a process is ready only after the migrations that it needs.
 */
export async function applyMigrations(
  url: string,
  owner: string,
  migrations: (new () => MigrationInterface)[],
): Promise<string[]> {
  const source = new DataSource({ type: 'postgres', url, migrations, poolSize: 2 });
  await source.initialize();
  try {
    return await withAdvisoryLock(source, async () => {
      const applied = await source.runMigrations({ transaction: 'each' });
      await source.query(`GRANT SELECT ON migrations TO ${owner}_system`);
      return applied.map((migration) => migration.name);
    });
  } finally {
    await source.destroy();
  }
}

/** Runs work under the advisory lock: a second process waits for it, then finds no migration left to run. */
async function withAdvisoryLock<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = source.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    return await work();
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
    await lock.release();
  }
}
