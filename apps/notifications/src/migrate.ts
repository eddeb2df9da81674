// Migrates the database of notifications.
import { migrate } from '#platform/migrations';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('notifications', MIGRATIONS);
