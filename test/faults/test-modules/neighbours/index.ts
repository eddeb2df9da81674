// The test builds without what protects a tenant from another one.
import { replaceModule, type TestBuild } from '#testing/test-build';
import type * as LargeBodies from '../../../../apps/gateway/src/http/bodies/large-bodies.hook.ts';
import type * as BatchSamples from '../../../../apps/generations/src/batches/batch-samples.rules.ts';
import type * as Quotas from '../../../../apps/generations/src/queue/quotas.rules.ts';
import type * as Usage from '../../../../apps/generations/src/usage/usage.rules.ts';
import type * as FairShare from '../../../../apps/notifications/src/deliveries/fair-share.rules.ts';
import type * as FollowUps from '../../../../apps/catalogue/src/follow-ups/follow-ups.store.ts';
import type * as SearchTexts from '../../../../apps/catalogue/src/product-lists/search-texts.store.ts';
import type * as Values from '../../../../libs/contracts/src/values.ts';
import type * as Bulkhead from '../../../../libs/platform/src/resilience/bulkhead.ts';
import type * as SharedPlaces from '../../../../libs/platform/src/resilience/shared-places.ts';
import type * as NoShares from './no-shares.ts';
import type * as PlacesForAnyBody from './places-for-any-body.ts';
import type * as PlacesForAnybody from './places-for-anybody.ts';
import type * as SummedUsage from './summed-usage.ts';
import type * as UnboundedSearches from './unbounded-searches.ts';
import type * as UnfairFollowUps from './unfair-follow-ups.ts';
import type * as UnsharedBacklog from './unshared-backlog.ts';
import type * as UnsharedBudgets from './unshared-budgets.ts';
import type * as UnlimitedPlaces from './unlimited-places.ts';
import type * as WorkspacesHoldThemselves from './workspaces-hold-themselves.ts';

export type { TestBuild } from '#testing/test-build';

const FAIR_SHARE = 'apps/notifications/src/deliveries/fair-share.rules.ts';
const FOLLOW_UPS = 'apps/catalogue/src/follow-ups/follow-ups.store.ts';
const BULKHEAD = 'libs/platform/src/resilience/bulkhead.ts';
const SEARCH_TEXTS = 'apps/catalogue/src/product-lists/search-texts.store.ts';
const here = (name: string): string => `test/faults/test-modules/neighbours/${name}.ts`;

/** Renders each product of an estimate with a budget of its own, and any number of estimates, previews and checks at once. */
export const UNSHARED_BUDGETS: TestBuild = {
  modules: [
    replaceModule<typeof BatchSamples, typeof UnsharedBudgets>(
      'apps/generations/src/batches/batch-samples.rules.ts',
      here('unshared-budgets'),
    ),
    replaceModule<typeof Bulkhead, typeof UnlimitedPlaces>(BULKHEAD, here('unlimited-places')),
  ],
};

/** Sums up what batches used whenever they are listed, and any number of statistics at once. */
export const SUMMED_USAGE: TestBuild = {
  modules: [
    replaceModule<typeof Usage, typeof SummedUsage>(
      'apps/generations/src/usage/usage.rules.ts',
      here('summed-usage'),
    ),
    replaceModule<typeof Bulkhead, typeof UnlimitedPlaces>(BULKHEAD, here('unlimited-places')),
  ],
};

/** Gives each workspace shares and quotas of its own, whoever holds it. */
export const OWN_HOLDERS: TestBuild = {
  modules: [
    replaceModule<typeof Values, typeof WorkspacesHoldThemselves>(
      'libs/contracts/src/values.ts',
      here('workspaces-hold-themselves'),
    ),
  ],
};

/** Lets batches fill the backlog, and refuses everybody then. */
export const UNSHARED_BACKLOG: TestBuild = {
  modules: [
    replaceModule<typeof Quotas, typeof UnsharedBacklog>(
      'apps/generations/src/queue/quotas.rules.ts',
      here('unshared-backlog'),
    ),
  ],
};

/** Gives a body that may become large a place before it is, whoever sends it. */
export const PLACES_FOR_ANY_BODY: TestBuild = {
  modules: [
    replaceModule<typeof LargeBodies, typeof PlacesForAnyBody>(
      'apps/gateway/src/http/bodies/large-bodies.hook.ts',
      here('places-for-any-body'),
    ),
  ],
};

/** Lets one account have any number of exports at once. */
export const PLACES_FOR_ANYBODY: TestBuild = {
  modules: [
    replaceModule<typeof SharedPlaces, typeof PlacesForAnybody>(
      'libs/platform/src/resilience/shared-places.ts',
      here('places-for-anybody'),
    ),
  ],
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
