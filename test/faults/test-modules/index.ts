// The test builds of the fault suite. Each replaces modules of an owner by test modules of this folder; those of neighbours are
// in a folder below.
import { replaceModule, type TestBuild } from '#testing/test-build';
import type * as LeaseGuards from '../../../apps/generations/src/generation-record/lease-guards.rules.ts';
import type * as ReconcilerStore from '../../../apps/generations/src/operations/generation-reconciler.store.ts';
import type * as Queues from '../../../libs/platform/src/jobs/queues.ts';
import type * as Migrate from '../../../libs/platform/src/migrations/migrate.ts';
import type * as RowLock from '../../../libs/platform/src/outbox/row-lock.ts';
import type * as ClaimableLeases from './claimable-leases.ts';
import type * as FailPointQueues from './fail-point-queues.ts';
import type * as MigrateAndDisable from './migrate-and-disable.ts';
import type * as NoLeases from './no-leases.ts';
import type * as NoRecovery from './no-recovery.ts';
import type * as NoRowLock from './no-row-lock.ts';
import type * as UnconfirmedQueues from './unconfirmed-queues.ts';
import type * as UnfencedLeases from './unfenced-leases.ts';

const LEASE_GUARDS = 'apps/generations/src/generation-record/lease-guards.rules.ts';
const RECONCILER_STORE = 'apps/generations/src/operations/generation-reconciler.store.ts';
const QUEUES = 'libs/platform/src/jobs/queues.ts';
const MIGRATE = 'libs/platform/src/migrations/migrate.ts';
const ROW_LOCK = 'libs/platform/src/outbox/row-lock.ts';
const here = (name: string): string => `test/faults/test-modules/${name}.ts`;

/** Accepts an outcome from a worker whose claim is not the latest. */
export const UNFENCED: TestBuild = {
  modules: [replaceModule<typeof LeaseGuards, typeof UnfencedLeases>(LEASE_GUARDS, here('unfenced-leases'))],
};

/** Lets any worker claim a generation that another worker holds. */
export const UNLEASED: TestBuild = {
  modules: [
    replaceModule<typeof LeaseGuards, typeof ClaimableLeases>(LEASE_GUARDS, here('claimable-leases')),
  ],
};

/** Lets several relays send the same row of the outbox. */
export const UNLOCKED_RELAY: TestBuild = {
  modules: [replaceModule<typeof RowLock, typeof NoRowLock>(ROW_LOCK, here('no-row-lock'))],
};

/** Loses jobs, accepts any outcome, and never recovers an orphaned generation. */
export const UNGUARDED: TestBuild = {
  modules: [
    replaceModule<typeof LeaseGuards, typeof NoLeases>(LEASE_GUARDS, here('no-leases')),
    replaceModule<typeof Queues, typeof UnconfirmedQueues>(QUEUES, here('unconfirmed-queues')),
    replaceModule<typeof ReconcilerStore, typeof NoRecovery>(RECONCILER_STORE, here('no-recovery')),
  ],
};

/** Stops or fails the relay after it has sent jobs and before it deletes their rows; `dir` is its control folder. */
export function withFailPoint(dir: string): TestBuild {
  return {
    modules: [replaceModule<typeof Queues, typeof FailPointQueues>(QUEUES, here('fail-point-queues'))],
    variables: { FAIL_POINT_DIR: dir },
  };
}

/** Disables guards of a database by SQL after its migrations. */
export function withSql(sql: string): TestBuild {
  return {
    modules: [replaceModule<typeof Migrate, typeof MigrateAndDisable>(MIGRATE, here('migrate-and-disable'))],
    variables: { DISABLING_SQL: sql },
  };
}
