// What other rooms use of sessions.
export { SessionsStore } from './sessions.store.ts';
