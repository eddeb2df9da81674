// How much a test does: npm test runs usual sizes, and npm run test:full the full ones.

/** True in `npm run test:full`. */
export const IS_FULL = process.env['TEST_SIZE'] === 'full';

/** A number of rows, rounds or requests: a usual one, which shows the same, and the full one of `npm run test:full`. */
export function sized(usual: number, full: number): number {
  return IS_FULL ? full : usual;
}
