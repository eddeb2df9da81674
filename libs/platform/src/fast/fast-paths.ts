// The switch of the fast paths: parts that replace the plain way of a library because they were measured to be faster.
// `npm run bench -- --without <name>` runs the system with and without one of them, and prints what it gains.

/** Every fast path by name. */
export const FAST_PATHS = [
  'prepared-statements',
  'read-connections',
  'request-multiplexer',
  'write-batching',
  'token-batches',
  'quota-cache',
] as const;
/** Name of a fast path. */
export type FastPath = (typeof FAST_PATHS)[number];

/** Names of the paths that are switched off; only the benchmark sets the variable. */
const off = new Set((process.env['FAST_PATHS_OFF'] ?? '').split(','));

/** False when the benchmark asked for the plain way. */
export function isFast(path: FastPath): boolean {
  return !off.has(path);
}
