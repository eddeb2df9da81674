// How Jest runs our tests: the flags of Node, and what its runner does not know.
export { NODE_FLAGS } from './node-flags.mjs';
export { testFile, TIME_LIMIT_MS } from './time-limits.ts';
