// Options of a connection to Postgres that may be silent for long: a firewall in between might forget it.

/** By default Linux would ask for the first time after two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
