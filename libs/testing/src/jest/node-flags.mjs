// What Node is started with for Jest, whose runner imports our sources as Node does.

/** Flags of Node. */
export const NODE_FLAGS = [
  '--conditions=ts-source',
  `--import=${new URL('ts-loader.mjs', import.meta.url).href}`,
  `--import=${new URL('runner-settings.mjs', import.meta.url).href}`,
];
