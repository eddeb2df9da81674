// Brings the catalogue's database to its schema.
import { migrate } from '#platform/migrations';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('catalogue', MIGRATIONS);
