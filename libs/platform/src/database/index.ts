// Postgres: connections per role and transactions bound to a workspace.
export { DatabaseModule } from './database.module.ts';
export { Database, SYSTEM, type Transaction } from './database.ts';
export { isolateWorkspaces } from './row-level-security.ts';
