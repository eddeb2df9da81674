// Jest with processes that take their time to end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runJest } from './jest-run.ts';

/** A file whose process is killed, because it has not ended a second after it was told to. */
const FILE = `
  process.on('SIGTERM', () => undefined);
  it('passes', () => undefined);
`;

it('tells its result when its processes take long to end', async () => {
  const local = join(import.meta.dirname, '../../.local');
  mkdirSync(local, { recursive: true });
  const rootDir = mkdtempSync(join(local, 'jest-run-'));
  try {
    for (const name of ['a', 'b']) writeFileSync(join(rootDir, `${name}.spec.mjs`), FILE);
    const runner = 'jest-light-runner/child-process';
    const settings = JSON.stringify({ rootDir, testMatch: ['**/*.spec.mjs'], runner });
    const ended = await runJest(['--config', settings, '--maxWorkers=2'], {});
    expect(ended).toEqual({ code: 0, report: { passed: 2, failed: 0, skipped: 0, failedFiles: [] } });
  } finally {
    rmSync(rootDir, { recursive: true });
  }
});
