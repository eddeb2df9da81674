// What Node is started with for Jest: it needs ES modules, and the unit tests import our sources as Node does.

const loader = new URL('ts-loader.mjs', import.meta.url);

/** Flags of Node. */
export const NODE_FLAGS = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  '--conditions=ts-source',
  `--import=${loader.href}`,
];
