// How Jest runs our tests: the flags of Node, and what its runner does not know.
export { NODE_FLAGS } from './node-flags.mjs';
export { setTimeLimit, testFile, timeLimit } from './time-limits.ts';
