// The test builds of the fault suite. Each replaces modules of an owner by test modules of this folder.
import { replaceModule, type TestBuild } from '#testing/test-build';
import type * as FairShare from '../../../apps/notifications/src/deliveries/fair-share.rules.ts';
import type * as LeaseGuards from '../../../apps/generations/src/generation-record/lease-guards.rules.ts';
import type * as FollowUps from '../../../apps/catalogue/src/follow-ups/follow-ups.store.ts';
import type * as SearchTexts from '../../../apps/catalogue/src/product-lists/search-texts.store.ts';
import type * as ReconcilerStore from '../../../apps/generations/src/operations/generation-reconciler.store.ts';
import type * as Queues from '../../../libs/platform/src/jobs/queues.ts';
import type * as Migrate from '../../../libs/platform/src/migrations/migrate.ts';
import type * as RowLock from '../../../libs/platform/src/outbox/row-lock.ts';
import type * as Bulkhead from '../../../libs/platform/src/resilience/bulkhead.ts';
import type * as ClaimableLeases from './claimable-leases.ts';
import type * as FailPointQueues from './fail-point-queues.ts';
import type * as MigrateAndDisable from './migrate-and-disable.ts';
import type * as NoLeases from './no-leases.ts';
import type * as NoRecovery from './no-recovery.ts';
import type * as NoRowLock from './no-row-lock.ts';
import type * as UnboundedSearches from './unbounded-searches.ts';
import type * as NoShares from './no-shares.ts';
import type * as UnconfirmedQueues from './unconfirmed-queues.ts';
import type * as UnfairFollowUps from './unfair-follow-ups.ts';
import type * as UnfencedLeases from './unfenced-leases.ts';
import type * as UnlimitedPlaces from './unlimited-places.ts';

const FAIR_SHARE = 'apps/notifications/src/deliveries/fair-share.rules.ts';
const LEASE_GUARDS = 'apps/generations/src/generation-record/lease-guards.rules.ts';
const RECONCILER_STORE = 'apps/generations/src/operations/generation-reconciler.store.ts';
const FOLLOW_UPS = 'apps/catalogue/src/follow-ups/follow-ups.store.ts';
const BULKHEAD = 'libs/platform/src/resilience/bulkhead.ts';
const SEARCH_TEXTS = 'apps/catalogue/src/product-lists/search-texts.store.ts';
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

/** Lets any number of searches read as many words as there are, on the connections of all reads. */
export const UNBOUNDED_SEARCHES: TestBuild = {
  modules: [
    replaceModule<typeof SearchTexts, typeof UnboundedSearches>(SEARCH_TEXTS, here('unbounded-searches')),
    replaceModule<typeof Bulkhead, typeof UnlimitedPlaces>(BULKHEAD, here('unlimited-places')),
  ],
};

/** Asks for the oldest follow-ups first, whoever has them, and again at once. */
export const UNFAIR_FOLLOW_UPS: TestBuild = {
  modules: [replaceModule<typeof FollowUps, typeof UnfairFollowUps>(FOLLOW_UPS, here('unfair-follow-ups'))],
};

/** Lets one holder of workspaces have all places of the webhook workers. */
export const UNSHARED: TestBuild = {
  modules: [replaceModule<typeof FairShare, typeof NoShares>(FAIR_SHARE, here('no-shares'))],
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
