// What commands leave behind that were killed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeft } from './log-folders.ts';

it('removes the folders of processes that have ended, and no others', () => {
  const place = mkdtempSync(join(tmpdir(), 'left-'));
  const { pid: ended } = spawnSync('true');
  const names = [`ours-${ended}-a`, `ours-${process.pid}-b`, `others-${ended}-c`, 'ours-of-whom'];
  for (const name of names) mkdirSync(join(place, name, 'data'), { recursive: true });
  removeLeft(place, 'ours-');
  expect(readdirSync(place).toSorted()).toEqual(names.slice(1).toSorted());
  removeLeft(join(place, 'nowhere'), 'ours-');
  rmSync(place, { recursive: true });
});

it('leaves what another user has: folders of a process that runs, and those that only that user may remove', () => {
  const place = mkdtempSync(join(tmpdir(), 'left-'));
  const { pid: ended } = spawnSync('true');
  const running = join(place, 'ours-1-a');
  const foreign = join(place, `ours-${ended}-b`);
  chmodSync(place, 0o777);
  mkdirSync(running);
  mkdirSync(join(foreign, 'data'), { recursive: true });
  chmodSync(foreign, 0o500);
  // Root may do everything, so it becomes somebody else.
  const code = `
    const { removeLeft } = await import('${new URL('log-folders.ts', import.meta.url).href}');
    process.chdir('${place}');
    if (process.getuid() === 0) process.setuid(65534);
    removeLeft('.', 'ours-');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect([existsSync(running), existsSync(foreign)]).toEqual([true, true]);
  chmodSync(foreign, 0o700);
  rmSync(place, { recursive: true });
});
