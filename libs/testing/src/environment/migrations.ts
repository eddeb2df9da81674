// A program that migrates the databases of all owners: in one process, because each one takes a second of CPU to start.
// MIGRATION_DATABASE_URLS has the address of each database for its owner's role, as JSON by owner. Its exit codes
// are those of the migration of one owner.
import { applyMigrations, ChangedMigration, OTHER_SCHEMA } from '#platform/migrations';
import type { Owner } from '../servers/owner-database.ts';
import { projectFile } from '../servers/programs.ts';

type Migrations = Parameters<typeof applyMigrations>[2];

const urls = JSON.parse(process.env['MIGRATION_DATABASE_URLS'] ?? '{}') as Record<Owner, string>;
try {
  for (const [owner, url] of Object.entries(urls)) {
    const built = projectFile(`dist/apps/${owner}/src/migrations/index.js`);
    const { MIGRATIONS } = (await import(built)) as { MIGRATIONS: Migrations };
    await applyMigrations(url, owner, MIGRATIONS);
  }
} catch (error) {
  console.error(error);
  process.exitCode = error instanceof ChangedMigration ? OTHER_SCHEMA : 1;
}
