// The log files of the local start: one for each process, of bounded size.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessLogs } from './process-logs.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'shelfscribe-logs-'))));
afterEach(() => rmSync(dir, { recursive: true }));

it('keeps the lines of each process apart', () => {
  const logs = new ProcessLogs(dir);
  logs.write('auth', 'one');
  logs.write('gateway', 'two');
  logs.write('auth', 'three');
  expect(readFileSync(logs.path('auth'), 'utf8')).toBe('one\nthree\n');
  expect(readFileSync(logs.path('gateway'), 'utf8')).toBe('two\n');
});

it('keeps the newest lines, in at most two files of the largest size', () => {
  const logs = new ProcessLogs(dir, 12);
  for (const line of ['first', 'second', 'third', 'fourth']) logs.write('auth', line);
  expect(readFileSync(join(dir, 'auth.old.log'), 'utf8')).toBe('third\n');
  expect(readFileSync(logs.path('auth'), 'utf8')).toBe('fourth\n');
});

it('begins empty', () => {
  new ProcessLogs(dir).write('auth', 'of an earlier start');
  new ProcessLogs(dir);
  expect(readdirSync(dir)).toEqual([]);
});
