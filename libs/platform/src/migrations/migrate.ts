// Migrates one database, in an explicit step; an advisory lock makes two runs at once harmless.
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type MigrationInterface } from 'typeorm';
import { z } from 'zod';
import { loadConfig, processConfig } from '../config/config.ts';
import { logger, startLogging } from '../observability/log.ts';

const log = logger('migrate');

/** Key of the advisory lock: any number that nothing else uses. */
const LOCK_KEY = 7_340_033;
/** Longest wait of a migration for a lock, in milliseconds: half of what a statement of the release that serves waits. */
const LOCK_MS = 1000;
/** Pause before the next attempt, and time of all attempts, in milliseconds. */
const [PAUSE_MS, RETRY_MS] = [1000, 300_000];
/** Postgres' code of a wait that took longer than lock_timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

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
 * A migration with `transaction = false` has no transaction and no limit of its waits: only such a one may create an
 * index on a table in use, because CREATE INDEX CONCURRENTLY delays no other statement while it waits.
 */
export async function applyMigrations(
  url: string,
  owner: string,
  migrations: (new () => MigrationInterface)[],
): Promise<string[]> {
  const source = new DataSource({ type: 'postgres', url, migrations, poolSize: 2 });
  await source.initialize();
  source.migrations.forEach(limitWaits);
  try {
    return await withAdvisoryLock(source, async () => {
      const pending = await new MigrationExecutor(source).getPendingMigrations();
      await run(source);
      await source.query(`GRANT SELECT ON migrations TO ${owner}_system`);
      return pending.map((migration) => migration.name);
    });
  } finally {
    await source.destroy();
  }
}

/**
 * Limits each wait of a migration for a lock: behind a statement that waits for a lock on a table, every other statement
 * on the table waits too.
 */
function limitWaits(migration: MigrationInterface): void {
  const up = migration.up.bind(migration);
  migration.up = async (runner) => {
    if (runner.isTransactionActive) await runner.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    await up(runner);
  };
}

/** Runs the pending migrations; one that did not get a lock is rolled back and tried again. */
async function run(source: DataSource): Promise<void> {
  for (const giveUp = performance.now() + RETRY_MS; ;) {
    try {
      await source.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== LOCK_NOT_AVAILABLE || performance.now() > giveUp) throw error;
      log.warn({ reason: String(error) }, 'A table is in use; trying the migration again');
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Runs work under the advisory lock: a second process asks for it again and again, then finds no migration left to run.
 * The lock belongs to a transaction, so that it can be had through a pooler.
 */
async function withAdvisoryLock<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const lock = source.createQueryRunner();
  try {
    for (;;) {
      await lock.startTransaction();
      // Without parameters, because a statement with parameters keeps its snapshot until the next one, and CREATE INDEX
      // CONCURRENTLY waits for every snapshot.
      const ask = `SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS "isMine"`;
      const [answer] = (await lock.query(ask)) as { isMine: boolean }[];
      if (answer?.isMine) return await work();
      await lock.rollbackTransaction();
      await sleep(PAUSE_MS);
    }
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction();
    await lock.release();
  }
}
