// The test builds of the fault suite. Each replaces modules of an owner by test modules of this folder.
import { replaceModule, type TestBuild } from '#testing/test-build';

type LeaseGuards = typeof import('../../../apps/generations/src/leases/lease-guards.rules.ts');
type Queues = typeof import('../../../libs/platform/src/jobs/queues.ts');

const LEASE_GUARDS = 'apps/generations/src/leases/lease-guards.rules.ts';
const QUEUES = 'libs/platform/src/jobs/queues.ts';
const testModule = (name: string): string => `test/faults/test-modules/${name}.ts`;

/** Accepts an outcome from a worker whose claim is not the latest. */
export const UNFENCED: TestBuild = {
  modules: [
    replaceModule<LeaseGuards, typeof import('./unfenced-leases.ts')>(
      LEASE_GUARDS,
      testModule('unfenced-leases'),
    ),
  ],
};

/** Lets any worker claim a generation that another worker holds. */
export const UNLEASED: TestBuild = {
  modules: [
    replaceModule<LeaseGuards, typeof import('./claimable-leases.ts')>(
      LEASE_GUARDS,
      testModule('claimable-leases'),
    ),
  ],
};

/** Lets several relays send the same row of the outbox. */
export const UNLOCKED_RELAY: TestBuild = {
  modules: [
    replaceModule<
      typeof import('../../../libs/platform/src/outbox/row-lock.ts'),
      typeof import('./no-row-lock.ts')
    >('libs/platform/src/outbox/row-lock.ts', testModule('no-row-lock')),
  ],
};

/** Loses jobs, accepts any outcome, and never recovers an orphaned generation. */
export const UNGUARDED: TestBuild = {
  modules: [
    replaceModule<LeaseGuards, typeof import('./no-leases.ts')>(LEASE_GUARDS, testModule('no-leases')),
    replaceModule<Queues, typeof import('./unconfirmed-queues.ts')>(QUEUES, testModule('unconfirmed-queues')),
    replaceModule<
      typeof import('../../../apps/generations/src/operations/generation-reconciler.store.ts'),
      typeof import('./no-recovery.ts')
    >('apps/generations/src/operations/generation-reconciler.store.ts', testModule('no-recovery')),
  ],
};

/** Stops or fails the relay after it has sent jobs and before it deletes their rows; `dir` is its control folder. */
export function withFailPoint(dir: string): TestBuild {
  return {
    modules: [
      replaceModule<Queues, typeof import('./fail-point-queues.ts')>(QUEUES, testModule('fail-point-queues')),
    ],
    variables: { FAIL_POINT_DIR: dir },
  };
}

/** Disables guards of a database by SQL after its migrations. */
export function withSql(sql: string): TestBuild {
  const original = 'libs/platform/src/migrations/migrate.ts';
  return {
    modules: [
      replaceModule<
        typeof import('../../../libs/platform/src/migrations/migrate.ts'),
        typeof import('./migrate-and-disable.ts')
      >(original, testModule('migrate-and-disable')),
    ],
    variables: { DISABLING_SQL: sql },
  };
}
