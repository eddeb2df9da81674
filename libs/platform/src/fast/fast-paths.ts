// The switch of the fast paths: parts of this folder that replace the plain way of a library because they were measured
// to be faster. `npm run bench -- --plain <name>` starts the system with one of them off and shows what it gains.

/** Every fast path by name. */
export const FAST_PATHS = [
  'prepared-statements',
  'read-connections',
  'request-multiplexer',
  'write-batching',
  'id-pool',
] as const;
/** Name of a fast path. */
export type FastPath = (typeof FAST_PATHS)[number];

/** Read once; only the benchmark sets it. */
const off = new Set((process.env['FAST_PATHS_OFF'] ?? '').split(','));

/** False when the benchmark asked for the plain way. */
export function isFast(path: FastPath): boolean {
  return !off.has(path);
}
