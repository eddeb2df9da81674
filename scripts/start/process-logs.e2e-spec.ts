// The log files of the local start: one for each process, of bounded size.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { ProcessLogs } from './process-logs.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'shelfscribe-logs-'))));
afterEach(() => {
  mock.restoreAll();
  rmSync(dir, { recursive: true });
});

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

it('goes on where a line cannot be written, and says so once', () => {
  const said = mock.method(console, 'error', () => undefined);
  const logs = new ProcessLogs(dir);
  rmSync(dir, { recursive: true });
  for (const line of ['one', 'two']) logs.write('auth', line);
  expect(said.mock.calls.map((call) => call.arguments)).toEqual([[expect.stringMatching(dir)]]);
  mkdirSync(dir);
  logs.write('auth', 'three');
  expect(readFileSync(logs.path('auth'), 'utf8')).toBe('three\n');
});

it('begins a file anew that somebody has removed, whatever its size was', () => {
  const logs = new ProcessLogs(dir, 12);
  logs.write('auth', 'the longest');
  rmSync(logs.path('auth'));
  logs.write('auth', 'short');
  expect(readFileSync(logs.path('auth'), 'utf8')).toBe('short\n');
});
