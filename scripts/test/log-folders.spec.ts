// What commands leave behind that were killed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
