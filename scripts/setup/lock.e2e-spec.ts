// The lock of set-up and of a local folder: one holder at a time, and none that is dead.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from './lock.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'shelfscribe-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('a lock', () => {
  it('has one holder until it is released', () => {
    const path = join(dir, 'lock');
    const release = tryLock(path);
    expect(release).toBeDefined();
    expect(tryLock(path)).toBeUndefined();
    release?.();
    expect(readdirSync(dir)).toEqual([]);
    expect(tryLock(path)).toBeDefined();
  });

  it('is taken over from a dead holder, also when its process id lives again', () => {
    const path = join(dir, 'lock');
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    for (const left of [`${dead} 1`, `${process.pid} 1`, '', 'nonsense']) {
      writeFileSync(path, left);
      const release = tryLock(path);
      expect(release).toBeDefined();
      expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
      release?.();
    }
  });
});
