// Migrates auth's database.
import { migrate } from '#platform/database';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('auth', MIGRATIONS);
