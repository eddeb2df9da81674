// The whole system in a test: its processes on real servers, and people who are signed in.
export { ANY_WEBHOOK_PORT, APPS, concurrencyFor, LOCAL_HOSTS, nodeEnv, SHUTDOWN_MS } from './apps.ts';
export type { App, Variables } from './apps.ts';
export { Environment, type EnvironmentOptions } from './environment.ts';
export { Person, type Account } from './person.ts';
