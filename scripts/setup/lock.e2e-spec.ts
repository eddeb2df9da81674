// Tests of the lock that set-up and a local start take.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tryLock } from './lock.mjs';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'shelfscribe-lock-'));
  path = join(dir, 'lock');
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Tries to take the lock in a process of its own, which ends some time later. */
async function tryElsewhere(): Promise<boolean> {
  const file = new URL('lock.mjs', import.meta.url).href;
  const code = `
    import { tryLock } from '${file}';
    console.log(await tryLock('${path}'));
    setTimeout(() => {}, 500);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  return JSON.parse(stdout) as boolean;
}

describe('a lock', () => {
  it('has one holder at a time', async () => {
    expect(await tryLock(path)).toBe(true);
    expect(await tryLock(path)).toBe(false);
    expect(await tryElsewhere()).toBe(false);
  });

  it('is free again when its holder ends', async () => {
    expect(await tryElsewhere()).toBe(true);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is taken over from a dead holder, even when another process has its process id', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    for (const left of [`${dead} 1`, `${process.pid} 1`, 'nonsense']) {
      symlinkSync(left, path);
      expect(await tryLock(path)).toBe(true);
      expect(readlinkSync(path)).toMatch(new RegExp(`^${process.pid} `));
      rmSync(path);
    }
  });

  it('is taken over by one process when several find its holder dead', async () => {
    symlinkSync('nonsense', path);
    const taken = await Promise.all(Array.from({ length: 4 }, tryElsewhere));
    expect(taken.filter(Boolean)).toEqual([true]);
  });
});
