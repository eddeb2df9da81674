// The metrics of the import worker.
import { histogram } from '#platform/observability';

/** Searches of the marketplace, also those that got no access token; the calls for tokens themselves are not counted. */
export const marketplaceCalls = histogram(
  'marketplace_call_duration_seconds',
  'Searches of the marketplace, by region and HTTP status (none without an answer; without an access token 429, unauthorised or unavailable).',
  ['region', 'status'],
);
