// Tests which log lines a process writes about the requests that it refuses.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '#testing/servers';

/** Logs forty refusals with a code, and one more 1.1 s later; returns the log lines. */
async function logLines(code: string): Promise<object[]> {
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

describe('many refusals at once', () => {
  it.each(['QuotaExceeded', 'InvalidCredentials', 'Unavailable'])(
    'with %s write ten log lines per second, which count the omitted ones',
    async (code) => {
      const lines = await logLines(code);
      expect(lines.length).toBeGreaterThanOrEqual(11);
      expect(lines.length).toBeLessThanOrEqual(21); // another second may begin among the forty
      const omitted = lines.map((line) => ('left_out' in line ? Number(line.left_out) : 0));
      expect(lines.length + omitted.reduce((sum, count) => sum + count, 0)).toBe(41);
    },
  );

  it('with InternalFault write a log line each, so that no bug is hidden', async () => {
    expect(await logLines('InternalFault')).toHaveLength(41);
  });
});
