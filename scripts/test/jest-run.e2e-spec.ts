// Jest, whose processes take their time to end.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FLAGS } from '#testing/jest';
import type { Ended } from './jest-run.ts';

const LOCAL = join(import.meta.dirname, '../../.local');

/** Runs two files of this text in so many processes. */
async function runFiles(text: string, processes: number): Promise<Ended> {
  mkdirSync(LOCAL, { recursive: true });
  const rootDir = mkdtempSync(join(LOCAL, 'jest-run-'));
  try {
    for (const name of ['a', 'b']) writeFileSync(join(rootDir, `${name}.spec.mjs`), text);
    const runner = 'jest-light-runner/child-process';
    const settings = JSON.stringify({ rootDir, testMatch: ['**/*.spec.mjs'], runner });
    const args = JSON.stringify(['--config', settings, `--maxWorkers=${processes}`]);
    const program = `
      import('${import.meta.resolve('./jest-run.ts')}').then(async ({ runJest }) => {
        process.send(await runJest(${args}, {}));
        process.disconnect();
      });
    `;
    // Silent, so that its lines are not taken for those of this run.
    const child = fork('-e', [program], { execArgv: [...NODE_FLAGS], silent: true });
    const [ended] = (await once(child, 'message')) as [Ended];
    return ended;
  } finally {
    rmSync(rootDir, { recursive: true });
  }
}

it('tells its result when its processes take long to end', async () => {
  // A process that has not ended a second after it was told to is killed.
  const file = `process.on('SIGTERM', () => undefined); it('passes', () => undefined);`;
  const report = { passed: 2, failed: 0, skipped: 0, failedFiles: [] };
  expect(await runFiles(file, 2)).toEqual({ code: 0, report });
});

it('ends when files in its own process have left something open', async () => {
  const file = `setInterval(() => undefined, 1000); it('fails', () => expect(1).toBe(2));`;
  expect(await runFiles(file, 1)).toMatchObject({ code: 1, report: { passed: 0, failed: 2 } });
});

it('removes the temporary folder of a command that has ended without doing so', async () => {
  const program = `
    import('${import.meta.resolve('#testing/servers')}').then(async ({ temporaryFolder }) => {
      process.stdout.write(await temporaryFolder('left'));
    });
  `;
  const { stdout: left } = spawnSync(process.execPath, [...NODE_FLAGS, '-e', program], { encoding: 'utf8' });
  expect(existsSync(left)).toBe(true);
  await runFiles(`it('passes', () => undefined);`, 1);
  expect(existsSync(left)).toBe(false);
});
