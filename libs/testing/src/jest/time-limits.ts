// How long a test or a hook may take.

/** Long enough for a full machine, in milliseconds: a test that hangs is rare, and one that passes does not wait. */
const USUAL_MS = 60_000;

const limits = new Map<string, number>();

/** Full path of the file of tests that is loaded or runs. */
export function testFile(): string {
  return expect.getState().testPath ?? '';
}

/** Gives the tests and hooks of the file that is being loaded this many milliseconds. */
export function setTimeLimit(ms: number): void {
  limits.set(testFile(), ms);
}

/** Milliseconds that a test or a hook of the file has unless it names its own. */
export function timeLimit(): number {
  return limits.get(testFile()) ?? USUAL_MS;
}
