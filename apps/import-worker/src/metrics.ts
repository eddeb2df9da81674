// The metrics of the import worker.
import { histogram } from '#platform/observability';

/** Calls of the marketplace, tokens left out. `status` is the HTTP status, or none without an answer. */
export const marketplaceCalls = histogram(
  'marketplace_call_duration_seconds',
  'Searches of the marketplace, by region and HTTP status (none without an answer).',
  ['region', 'status'],
);
