// Brings the generations database to its schema.
import { migrate } from '#platform/database';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('generations', MIGRATIONS);
