// Tests which log lines a process writes about the requests that it refuses.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '#testing/servers';

/** Logs forty refusals with a code in one second of a stopped clock, and one more in the next; returns the log lines. */
async function logLines(code: string): Promise<object[]> {
  const script = `
    import { AppError } from '#contracts';
    import { logError } from '#platform/errors';
    import { startLogging } from './dist/libs/platform/src/observability/log.js';
    startLogging('test', { LOG_LEVEL: 'info', LOG_PRETTY: false });
    performance.now = () => 5000;
    for (let n = 0; n < 40; n += 1) logError(new AppError('${code}'));
    performance.now = () => 6100;
    logError(new AppError('${code}'));`;
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
      expect(lines).toHaveLength(11);
      const omitted = lines.map((line) => ('left_out' in line ? line.left_out : 0));
      expect(omitted).toEqual([...Array<number>(10).fill(0), 30]);
    },
  );

  it('with InternalFault write a log line each, so that no bug is hidden', async () => {
    expect(await logLines('InternalFault')).toHaveLength(41);
  });
});
