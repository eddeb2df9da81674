// The message of a guard that cannot be disabled, which must not pass for a guard that tests notice.

/** Begins the error of a test build whose SQL fails. */
export const CANNOT_DISABLE = 'The guard cannot be disabled:';
