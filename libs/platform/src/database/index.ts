// Postgres: connections per role, transactions bound to a workspace, migrations.
export { DatabaseModule } from './database.module.ts';
export { Database, SYSTEM, type Transaction } from './database.ts';
export { applyMigrations, migrate } from './migrate.ts';
export { isolateWorkspaces } from './row-level-security.ts';
