// Brings the generations database to its schema.
import { migrate } from '#platform/migrate';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('generations', MIGRATIONS);
