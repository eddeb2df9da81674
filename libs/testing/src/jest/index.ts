// How Node is started for Jest.
export { NODE_FLAGS } from './node-flags.mjs';
