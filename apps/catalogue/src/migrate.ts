// Migrates the catalogue's database to the current schema.
import { migrate } from '#platform/migrations';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('catalogue', MIGRATIONS);
