// The test build in which Postgres is Citus.
import { replaceModule, testBuildVariables, type TestBuild } from '#testing/test-build';
import type * as SourceFacts from '../../../apps/catalogue/src/products/source-facts.rules.ts';
import type * as Database from '../../../libs/platform/src/database/database.ts';
import type * as Apps from '../../../libs/testing/src/environment/apps.ts';
import type * as OwnerDatabase from '../../../libs/testing/src/servers/owner-database.ts';
import type * as Postgres from '../../../libs/testing/src/servers/postgres.ts';
import type * as CitusApps from './citus-apps.ts';
import type * as CitusDatabase from './citus-database.ts';
import type * as CitusDatabases from './citus-databases.ts';
import type * as CitusPostgres from './citus-postgres.ts';
import type * as CitusSourceFacts from './citus-source-facts.ts';

const DATABASE = replaceModule<typeof Database, typeof CitusDatabase>(
  'libs/platform/src/database/database.ts',
  'test/citus/test-modules/citus-database.ts',
);
const SOURCE_FACTS = replaceModule<typeof SourceFacts, typeof CitusSourceFacts>(
  'apps/catalogue/src/products/source-facts.rules.ts',
  'test/citus/test-modules/citus-source-facts.ts',
);
/** Modules of our processes in front of Citus. */
const OURS = [DATABASE, SOURCE_FACTS];

const SERVERS = 'libs/testing/src/servers';
const HERE = 'test/citus/test-modules';

export const ON_CITUS: TestBuild = {
  modules: [
    ...OURS,
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
  variables: { CITUS_PROCESSES: JSON.stringify(testBuildVariables({ modules: OURS })) },
};
