// What Node is started with for Jest, whose runner imports our sources as Node does.

/** Flags of Node. */
export const NODE_FLAGS = [
  '--conditions=ts-source',
  ...['ts-loader.mjs', 'runner-settings.mjs'].map(
    (file) => `--import=${new URL(file, import.meta.url).href}`,
  ),
];
