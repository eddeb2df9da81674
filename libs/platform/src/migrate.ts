// Brings one database to its schema: one explicit step, guarded so that two at once do no harm.
import { DataSource, type MigrationInterface } from 'typeorm';
import { z } from 'zod';
import { loadConfig, processConfig } from './config.ts';
import { logger, startLogging } from './log.ts';

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
  const source = new DataSource({
    type: 'postgres',
    url: config.MIGRATION_DATABASE_URL,
    migrations,
    poolSize: 2,
  });
  try {
    await source.initialize();
    const done = await guarded(source, () => source.runMigrations({ transaction: 'each' }));
    log.info(
      { applied: done.map((migration) => migration.name) },
      `${name}: ${done.length} migrations applied`,
    );
    await source.destroy();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, `${name}: the migration failed; what was not applied is unchanged`);
    process.exit(1);
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
