// The test build in which Postgres is Citus.
import { replaceModule, testBuildVariables, type TestBuild } from '#testing/test-build';
import type * as Database from '../../../libs/platform/src/database/database.ts';
import type * as Apps from '../../../libs/testing/src/environment/apps.ts';
import type * as OwnerDatabase from '../../../libs/testing/src/servers/owner-database.ts';
import type * as Postgres from '../../../libs/testing/src/servers/postgres.ts';
import type * as CitusApps from './citus-apps.ts';
import type * as CitusDatabase from './citus-database.ts';
import type * as CitusDatabases from './citus-databases.ts';
import type * as CitusPostgres from './citus-postgres.ts';

const DATABASE = replaceModule<typeof Database, typeof CitusDatabase>(
  'libs/platform/src/database/database.ts',
  'test/citus/test-modules/citus-database.ts',
);
/** Processes of ours in front of Citus. */
const PROCESSES: TestBuild = { modules: [DATABASE] };

const SERVERS = 'libs/testing/src/servers';
const HERE = 'test/citus/test-modules';

export const ON_CITUS: TestBuild = {
  modules: [
    DATABASE,
    replaceModule<typeof Apps, typeof CitusApps>(
      'libs/testing/src/environment/apps.ts',
      `${HERE}/citus-apps.ts`,
    ),
    replaceModule<typeof Postgres, typeof CitusPostgres>(
      `${SERVERS}/postgres.ts`,
      `${HERE}/citus-postgres.ts`,
    ),
    replaceModule<typeof OwnerDatabase, typeof CitusDatabases>(
      `${SERVERS}/owner-database.ts`,
      `${HERE}/citus-databases.ts`,
    ),
  ],
  variables: { CITUS_PROCESSES: JSON.stringify(testBuildVariables(PROCESSES)) },
};
