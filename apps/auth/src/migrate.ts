// Migrates auth's database.
import { migrate } from '#platform/migrations';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('auth', MIGRATIONS);
