// Postgres: connections per role, transactions bound to a workspace, migrations.
export { Database, DatabaseModule, type Transaction, isolateWorkspaces } from './database.ts';
export { applyMigrations, migrate } from './migrate.ts';
