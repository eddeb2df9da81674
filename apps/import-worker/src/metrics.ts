// The metrics of the import worker.
import { histogram } from '#platform/observability';

/** Searches of the marketplace; calls for access tokens are not counted. */
export const marketplaceCalls = histogram(
  'marketplace_call_duration_seconds',
  'Searches of the marketplace, by region and HTTP status (none without an answer).',
  ['region', 'status'],
);
