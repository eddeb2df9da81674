// Migrations of an owner's database. A door of its own, without Nest, because scripts and test servers load it as it is.
export { applyMigrations, migrate } from './migrate.ts';
