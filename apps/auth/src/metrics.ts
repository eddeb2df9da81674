// Auth's own metrics.
import { counter } from '#platform/observability';

/** Sign-in attempts by outcome: `ok` or the error code. */
export const logins = counter('auth_logins_total', 'Attempts to sign in: ok or the error code.', ['outcome']);
