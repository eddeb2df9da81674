// Test builds of the fault suite: each replaces modules of the generations service by test modules of this folder.
import type { Replacement, TestBuild } from '#testing/test-build';
import type * as LeaseGuards from '../../../apps/generations/src/leases/lease-guards.rules.ts';
import type * as ReconcilerStore from '../../../apps/generations/src/operations/generation-reconciler.store.ts';
import type * as Queues from '../../../libs/platform/src/jobs/queues.ts';
import type * as RowLock from '../../../libs/platform/src/outbox/row-lock.ts';
import type * as FailPoint from './fail-point.ts';
import type * as NoRecovery from './no-recovery.ts';
import type * as NoRowLock from './no-row-lock.ts';
import type * as UnconfirmedSends from './unconfirmed-sends.ts';
import type * as Unfenced from './unfenced.ts';
import type * as Unguarded from './unguarded.ts';
import type * as Unleased from './unleased.ts';

const LEASE_GUARDS = 'apps/generations/src/leases/lease-guards.rules.ts';
const QUEUES = 'libs/platform/src/jobs/queues.ts';
const FOLDER = 'test/faults/test-modules';

const replaced = <Original, TestModule extends Original>(
  original: string,
  testModule: string,
): Replacement<Original, TestModule> => ({ original, testModule: `${FOLDER}/${testModule}` });

/** An outcome is accepted from a worker whose claim is not the latest. */
export const UNFENCED: TestBuild = {
  modules: [replaced<typeof LeaseGuards, typeof Unfenced>(LEASE_GUARDS, 'unfenced.ts')],
};
/** A claim takes a generation from the worker that holds it. */
export const UNLEASED: TestBuild = {
  modules: [replaced<typeof LeaseGuards, typeof Unleased>(LEASE_GUARDS, 'unleased.ts')],
};
/** Several relays send the same row. */
export const UNLOCKED_RELAY: TestBuild = {
  modules: [
    replaced<typeof RowLock, typeof NoRowLock>('libs/platform/src/outbox/row-lock.ts', 'no-row-lock.ts'),
  ],
};
/** The relay crashes or fails after it has sent jobs. */
export const FAIL_POINT: TestBuild = {
  modules: [replaced<typeof Queues, typeof FailPoint>(QUEUES, 'fail-point.ts')],
};
/** Outcomes of any worker are accepted at any time, jobs may get lost, and no reconciler looks after them. */
export const UNGUARDED: TestBuild = {
  modules: [
    replaced<typeof LeaseGuards, typeof Unguarded>(LEASE_GUARDS, 'unguarded.ts'),
    replaced<typeof Queues, typeof UnconfirmedSends>(QUEUES, 'unconfirmed-sends.ts'),
    replaced<typeof ReconcilerStore, typeof NoRecovery>(
      'apps/generations/src/operations/generation-reconciler.store.ts',
      'no-recovery.ts',
    ),
  ],
};
