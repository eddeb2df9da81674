// Tests of the lock that set-up and a local start take.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock } from './lock.mjs';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'shelfscribe-lock-'));
  path = join(dir, 'lock');
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Tries to take the lock in a process of its own, which lives until `end`. */
async function tryElsewhere(): Promise<{ taken: boolean; end: () => Promise<unknown> }> {
  const file = new URL('lock.mjs', import.meta.url).href;
  const code = `
    import { tryLock } from '${file}';
    console.log(tryLock('${path}'));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const end = (): Promise<unknown> => {
    child.stdin.end();
    return once(child, 'exit');
  };
  return { taken: JSON.parse(line.toString()) as boolean, end };
}

describe('a lock', () => {
  it('has one holder at a time', async () => {
    expect(tryLock(path)).toBe(true);
    expect(tryLock(path)).toBe(false);
    const other = await tryElsewhere();
    expect(other.taken).toBe(false);
    await other.end();
  });

  it('is free again when its holder ends', async () => {
    const holder = await tryElsewhere();
    expect(holder.taken).toBe(true);
    await holder.end();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is taken over from a dead holder, even when another process has its process id', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    for (const left of [`${dead} 1`, `${process.pid} 1`, 'nonsense']) {
      symlinkSync(left, path);
      expect(tryLock(path)).toBe(true);
      expect(readlinkSync(path)).toMatch(new RegExp(`^${process.pid} `));
      rmSync(path);
    }
  });

  it('is taken over by one process when several find its holder dead', async () => {
    symlinkSync('nonsense', path);
    const tries = await Promise.all(Array.from({ length: 4 }, tryElsewhere));
    expect(tries.filter(({ taken }) => taken)).toHaveLength(1);
    await Promise.all(tries.map(({ end }) => end()));
  });
});
