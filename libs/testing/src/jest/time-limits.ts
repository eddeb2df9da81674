// How long a test or a hook may take.

/**
 * Long enough for a full machine, in milliseconds: a test that hangs is rare, and one that passes does not wait. A test
 * names its own limit only where this is too short.
 */
export const TIME_LIMIT_MS = 300_000;

/** Full path of the file of tests that is loaded or runs. */
export function testFile(): string {
  return expect.getState().testPath ?? '';
}
