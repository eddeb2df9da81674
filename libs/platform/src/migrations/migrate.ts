// Migrates one database, in an explicit step; an advisory lock makes two runs at once harmless.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { z } from 'zod';
import { loadConfig, processConfig } from '../config/config.ts';
import { connect } from '../database/connect.ts';
import { KEEP_ALIVE } from '../database/keep-alive.ts';
import { logger, startLogging } from '../observability/log.ts';

const log = logger('migrate');

/** Key of the advisory lock: any number that nothing else uses. */
const LOCK_KEY = 7_340_033;
/** Longest wait of a migration for a lock, in milliseconds: half as long as the statements of a running service wait. */
const LOCK_MS = 1000;
/** Pause before the next attempt, and longest time of all attempts, in milliseconds. */
const PAUSE_MS = 1000;
const RETRY_MS = 300_000;
/** Postgres' code of a wait that took longer than lock_timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Exit code for a database that was made by other migrations (EX_DATAERR). */
export const OTHER_SCHEMA = 65;

const configSchema = z.object({
  LOG_LEVEL: processConfig.LOG_LEVEL,
  LOG_PRETTY: processConfig.LOG_PRETTY,
  /** Secret: the database as the role that owns the tables. */
  MIGRATION_DATABASE_URL: z.url(),
});

/**
 * Runs the pending migrations, each in a transaction, then ends the process: with code 0, OTHER_SCHEMA, or 1 on another
 * error.
 */
export async function migrate(name: string, migrations: (new () => MigrationInterface)[]): Promise<void> {
  const config = loadConfig(configSchema);
  startLogging(`${name}-migrate`, config);
  try {
    const applied = await applyMigrations(config.MIGRATION_DATABASE_URL, name, migrations);
    log.info({ applied }, `${name}: ${applied.length} migrations applied`);
    process.exit(0);
  } catch (error) {
    if (error instanceof ChangedMigration) {
      log.error(`${name}: ${error.message}`);
      process.exit(OTHER_SCHEMA);
    }
    log.error(
      { err: error },
      `${name}: not all migrations could be applied; a later run goes on with the one that failed`,
    );
    process.exit(1);
  }
}

/** A migration that was applied has changed since, and will not run again. */
export class ChangedMigration extends Error {
  constructor(name: string) {
    super(
      `The migration ${name} has changed since it was applied here: the tables are not those of this version.`,
    );
  }
}

/**
 * Runs the pending migrations of an owner's database, each in a transaction, and returns their names. Runs none, and throws
 * ChangedMigration, when one that was applied has changed since. It also lets the owner's system role read the list of
 * migrations, because a process is ready only after the migrations that it needs.
 *
 * A migration with `transaction = false` has no transaction, and its waits have no limit. Only such a one may create an index
 * on a table in use: CREATE INDEX CONCURRENTLY delays no other statement while it waits.
 */
export async function applyMigrations(
  url: string,
  owner: string,
  migrations: (new () => MigrationInterface)[],
): Promise<string[]> {
  const source = await connect({ type: 'postgres', url, migrations, poolSize: 2, extra: KEEP_ALIVE });
  source.migrations.forEach(limitWaits);
  try {
    return await withAdvisoryLock(source, async () => {
      const pending = await new MigrationExecutor(source).getPendingMigrations();
      await noteChecksums(
        source,
        pending.map((migration) => migration.name),
      );
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

/**
 * Makes each pending migration note the checksum of its statements. Throws ChangedMigration when an applied one has another,
 * or none.
 */
async function noteChecksums(source: DataSource, pending: readonly string[]): Promise<void> {
  await source.query(
    'CREATE TABLE IF NOT EXISTS migration_checksum (name text PRIMARY KEY, checksum text NOT NULL)',
  );
  const rows = await source.query<{ name: string; checksum: string }[]>('SELECT * FROM migration_checksum');
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  for (const migration of source.migrations) {
    const { name = migration.constructor.name } = migration;
    const checksum = await checksumOf(migration);
    if (!pending.includes(name)) {
      if (known.get(name) !== checksum) throw new ChangedMigration(name);
      continue;
    }
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      await up(runner);
      await runner.query(
        'INSERT INTO migration_checksum VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum',
        [name, checksum],
      );
    };
  }
}

/** A checksum of the statements of a migration, whatever the space between their words is. */
async function checksumOf(migration: MigrationInterface): Promise<string> {
  const hash = createHash('sha256');
  for (const text of await statementsOf(migration)) hash.update(text.replace(/\s+/g, ' '));
  return hash.digest('hex');
}

/** The statements of a migration, without running them. */
export async function statementsOf(migration: MigrationInterface): Promise<string[]> {
  const statements: string[] = [];
  const recorder = { query: async (text: string) => void statements.push(text) };
  await migration.up(recorder as unknown as QueryRunner);
  return statements;
}

/** The checksum of each migration by its name, in order. */
export async function checksumsOf(
  migrations: readonly (new () => MigrationInterface)[],
): Promise<Record<string, string>> {
  const checksums: Record<string, string> = {};
  for (const Migration of migrations) checksums[Migration.name] = await checksumOf(new Migration());
  return checksums;
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
