// What auth counts.
import { counter } from '#platform/observability';

/** Attempts to sign in. */
export const logins = counter('auth_logins_total', 'Attempts to sign in: ok or the error code.', ['outcome']);
