// Migrates the catalogue's database to the current schema.
import { migrate } from '#platform/database';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('catalogue', MIGRATIONS);
