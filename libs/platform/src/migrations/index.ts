// The schema of an owner's database: its migrations, and how columns are named. A door of its own, without Nest, because
// scripts and test servers load it as it is.
export { NAMING } from '../database/columns.ts';
export { applyMigrations, ChangedMigration, migrate, OTHER_SCHEMA, statementsOf } from './migrate.ts';
/** @public npm run migrations:freeze loads it compiled. */
export { checksumsOf } from './migrate.ts';
