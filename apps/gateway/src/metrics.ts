// The metrics of the gateway.
import { gauge } from '#platform/observability';

/** Open streams of events; they hold no place of the requests in work. */
export const openStreams = gauge('http_event_streams', 'Open streams of events.', []);

/** Open connections, of the most that are admitted; a stream of events holds one for as long as it lasts. */
export const openConnections = gauge('http_connections', 'Open connections of clients and proxies.', []);
export const openConnectionsMax = gauge(
  'http_connections_max',
  'Open connections from which more get 503.',
  [],
);

/** Requests in work, of the most that are admitted. */
export const inFlight = gauge('http_requests_in_flight', 'Requests in work.', []);
export const inFlightMax = gauge(
  'http_requests_in_flight_max',
  'Requests in work from which more get 503.',
  [],
);
