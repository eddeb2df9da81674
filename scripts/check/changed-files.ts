// Finds which files a change touches, compared with what it started from.
import { execFileSync } from 'node:child_process';

export interface Change {
  /** What the files were compared with, in words. */
  base: string;
  /** Paths in the repository; deleted ones too. */
  files: string[];
}

/**
 * The files that differ from the base, committed or not, and the untracked ones. The base is CHECK_BASE (a commit), else
 * where the branch left origin/main or main, else the commit before the last one. Without any of these, as in a clone of
 * one commit, everything counts as touched.
 */
export function findChange(folder: string, chosen = process.env.CHECK_BASE): Change {
  const git = (...args: string[]): string[] => runGit(folder, args);
  const [name, commit] = chosen ? chosenBase(folder, chosen) : usualBase(folder);
  if (!commit) return { base: `${name}, so everything counts`, files: git('ls-files', '-z') };
  const files = [
    ...git('diff', '--name-only', '--no-renames', '-z', commit),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return { base: `${name} (${commit.slice(0, 8)})`, files };
}

type Base = [name: string, commit?: string];

/** A base that somebody chose must exist: to look at too little, or at everything, would surprise them. */
function chosenBase(folder: string, chosen: string): Base {
  const commit = commitOf(folder, chosen);
  if (!commit) throw new Error(`CHECK_BASE=${chosen} is no commit of this clone.`);
  return ['CHECK_BASE', commit];
}

function usualBase(folder: string): Base {
  const head = commitOf(folder, 'HEAD');
  for (const main of ['origin/main', 'main']) {
    const commit = attempt(folder, ['merge-base', 'HEAD', main]);
    if (commit && commit !== head) return [`where this branch left ${main}`, commit];
  }
  const parent = commitOf(folder, 'HEAD^');
  return parent ? ['the commit before the last one', parent] : ['there is no commit to compare with'];
}

function commitOf(folder: string, name: string): string | undefined {
  return attempt(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
}

/** The one line that Git prints; nothing when it fails, as for a name that this clone lacks. */
function attempt(folder: string, args: readonly string[]): string | undefined {
  try {
    return runGit(folder, args)[0]?.trim();
  } catch {
    return undefined;
  }
}

function runGit(folder: string, args: readonly string[]): string[] {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' } as const;
  return execFileSync('git', args, options).split('\0').filter(Boolean);
}
