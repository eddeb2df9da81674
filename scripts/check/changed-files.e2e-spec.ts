// Finds the files of a change in real Git repositories: on a branch, on main, in a clone of one commit.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChange } from './changed-files.ts';

let dir: string;
let repository: string;

const WHO = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
const git = (...args: string[]): string =>
  execFileSync('git', [...WHO, ...args], { cwd: repository, encoding: 'utf8', stdio: 'pipe' }).trim();

function commit(file: string, text = ''): string {
  writeFileSync(join(repository, file), text);
  git('add', '.');
  git('commit', '--quiet', '--message', file);
  return git('rev-parse', 'HEAD');
}

/** Two commits on main. */
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'shelfscribe-change-'));
  repository = join(dir, 'repository');
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
  commit('first');
  commit('second');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('compares a branch with where it left main', () => {
  git('checkout', '--quiet', '-b', 'change');
  commit('third');
  git('checkout', '--quiet', 'main');
  commit('of-main');
  git('checkout', '--quiet', 'change');
  commit('fourth');
  const change = findChange(repository, '');
  expect(change).toEqual({ base: expect.stringContaining('left main'), files: ['fourth', 'third'] });
});

it('compares main with the commit before the last one', () => {
  expect(findChange(repository, '')).toEqual({
    base: expect.stringContaining('the commit before the last one'),
    files: ['second'],
  });
});

it('takes in what is not committed: changed, deleted, renamed and new files', () => {
  writeFileSync(join(repository, 'first'), 'changed');
  git('mv', 'second', 'moved');
  writeFileSync(join(repository, 'a new file'), '');
  expect(findChange(repository, '').files.toSorted()).toEqual(['a new file', 'first', 'moved']);
  expect(findChange(repository, 'HEAD').files.toSorted()).toEqual(['a new file', 'first', 'moved', 'second']);
});

it('looks at everything in a clone of one commit', () => {
  const clone = join(dir, 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${repository}`, clone]);
  expect(findChange(clone, '')).toEqual({
    base: expect.stringContaining('everything'),
    files: ['first', 'second'],
  });
});

it('compares with the commit that CHECK_BASE names, and refuses one that the clone lacks', () => {
  const first = git('rev-parse', 'HEAD^');
  commit('third');
  expect(findChange(repository, first)).toEqual({
    base: `CHECK_BASE (${first.slice(0, 8)})`,
    files: ['second', 'third'],
  });
  expect(() => findChange(repository, 'nothing')).toThrow('CHECK_BASE=nothing is no commit of this clone.');
});
