// Brings auth's database to its schema.
import { migrate } from '#platform/migrate';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('auth', MIGRATIONS);
