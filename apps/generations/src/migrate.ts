// Migrates the generations database to the schema of this release.
import { migrate } from '#platform/migrations';
import { MIGRATIONS } from './migrations/index.ts';

await migrate('generations', MIGRATIONS);
