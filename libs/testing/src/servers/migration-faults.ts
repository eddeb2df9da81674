// Runs migrations one by one on a real database, and finds those that would stop a release that serves.
import { DataSource, type MigrationInterface } from 'typeorm';
import { applyMigrations, statementsOf } from '#platform/migrations';

/** The only statements of a migration without a transaction: interrupted, it can run again. */
const CONCURRENT = [/^\s*DROP INDEX CONCURRENTLY IF EXISTS\b/i, /^\s*CREATE (UNIQUE )?INDEX CONCURRENTLY\b/i];

/** Tables and indexes: `file` changes when Postgres writes the whole relation anew. */
const RELATIONS = `
  SELECT c.oid::int AS id, c.relname AS name, c.relfilenode::int AS file, i.indrelid::int AS table
  FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'i', 'I')`;

interface Relation {
  id: number;
  name: string;
  file: number;
  /** The table of an index; null for a table. */
  table: number | null;
}

/**
 * Applies migrations to an empty database of an owner. Returns what they do to tables that an earlier migration created
 * and that a release cannot wait for, one sentence each: a table or an index is written anew, or an index is created
 * while nobody can write the table. A migration may do anything to the tables that it creates itself.
 */
export async function migrationFaults(
  url: string,
  owner: string,
  migrations: (new () => MigrationInterface)[],
): Promise<string[]> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  const faults: string[] = [];
  try {
    for (const [i, Migration] of migrations.entries()) {
      const before = await source.query<Relation[]>(RELATIONS);
      await applyMigrations(url, owner, migrations.slice(0, i + 1));
      const after = await source.query<Relation[]>(RELATIONS);
      const migration = new Migration();
      const { name = Migration.name, transaction = true } = migration;
      const found = transaction ? blocked(before, after) : await plainStatements(migration);
      faults.push(...found.map((fault) => `${name} ${fault}`));
    }
  } finally {
    await source.destroy();
  }
  return faults;
}

/** What a migration in a transaction did to relations that were there before. */
function blocked(before: Relation[], after: Relation[]): string[] {
  return after.flatMap(({ id, name, file, table }) => {
    const old = before.find((relation) => relation.id === id);
    if (old) return old.file === file ? [] : [`writes ${name} anew`];
    const indexed = before.find((relation) => relation.id === table);
    return indexed ? [`creates ${name} while nobody can write ${indexed.name}`] : [];
  });
}

/** The statements of a migration without a transaction that need one. */
async function plainStatements(migration: MigrationInterface): Promise<string[]> {
  const statements = await statementsOf(migration);
  const others = statements.filter((text) => !CONCURRENT.some((pattern) => pattern.test(text)));
  const undone = statements.length < 2 ? ['does not drop what an interrupted run left'] : [];
  return [...undone, ...others.map((text) => `needs a transaction for ${text.trim()}`)];
}
