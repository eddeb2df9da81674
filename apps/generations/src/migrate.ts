// Brings the generations database to its schema.
import { migrate } from '#platform/migrations';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('generations', MIGRATIONS);
