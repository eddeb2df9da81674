// What a process writes of the requests that it refuses.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '#testing/servers';

/** Logs forty refusals with a code, and one more a second later; gives the lines. */
async function logged(code: string): Promise<object[]> {
  const script = `
    import { AppError } from '#contracts';
    import { logError } from '#platform/errors';
    import { startLogging } from './dist/libs/platform/src/observability/log.js';
    startLogging('test', { LOG_LEVEL: 'info', LOG_PRETTY: false });
    for (let n = 0; n < 40; n += 1) logError(new AppError('${code}'));
    setTimeout(() => logError(new AppError('${code}')), 1100);`;
  const options = { cwd: projectFile('.') };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    options,
  );
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
}

describe('one who floods', () => {
  it.each(['QuotaExceeded', 'InvalidCredentials', 'Unavailable'])(
    'with requests that end as %s writes ten lines a second, and the rest is counted',
    async (code) => {
      const lines = await logged(code);
      expect(lines.length).toBeGreaterThanOrEqual(11);
      expect(lines.length).toBeLessThanOrEqual(21); // a second may end meanwhile
      const untold = lines.map((line) => ('left_out' in line ? Number(line.left_out) : 0));
      expect(lines.length + untold.reduce((sum, count) => sum + count, 0)).toBe(41);
    },
  );

  it('hides no bug', async () => {
    expect(await logged('InternalFault')).toHaveLength(41);
  });
});
