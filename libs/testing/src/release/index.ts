// Another release of the system: this build with some texts replaced.
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFile } from '../servers/programs.ts';

/** What a release changes: file below dist, a text that it has once, its replacement. */
export type Change = readonly [file: string, old: string, next: string];

/** Puts a release into an empty folder, for `Environment.add`. */
export async function buildRelease(dir: string, changes: readonly Change[]): Promise<void> {
  await Promise.all([
    cp(projectFile('dist'), join(dir, 'dist'), { recursive: true }),
    cp(projectFile('package.json'), join(dir, 'package.json')),
    symlink(projectFile('node_modules'), join(dir, 'node_modules')),
  ]);
  for (const [name, old, next] of changes) {
    const file = join(dir, 'dist', name);
    const parts = (await readFile(file, 'utf8')).split(old);
    if (parts.length !== 2) throw new Error(`${name} has ${parts.length - 1} times: ${old}`);
    await writeFile(file, parts.join(next));
  }
}
