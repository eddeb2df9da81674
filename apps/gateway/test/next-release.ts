// A next release to upgrade to: this build, but for jobs of version 2, which its owners write and its workers know.
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFile } from '#testing/programs';

/** What the next release changes: file, text, its replacement. */
const CHANGES = [
  ['libs/contracts/src/generations.js', 'v: z.literal(1)', 'v: z.union([z.literal(1), z.literal(2)])'],
  ['libs/contracts/src/catalogue.js', 'v: z.literal(1)', 'v: z.union([z.literal(1), z.literal(2)])'],
  ['apps/generations/src/dispatch.service.js', '{ v: 1, generationId', '{ v: 2, generationId'],
  ['apps/catalogue/src/tickets.service.js', '{ v: 1, ticketId', '{ v: 2, ticketId'],
] as const;

/** Puts the next release into an empty folder. */
export async function buildNextRelease(dir: string): Promise<void> {
  await Promise.all([
    cp(projectFile('dist'), join(dir, 'dist'), { recursive: true }),
    cp(projectFile('package.json'), join(dir, 'package.json')),
    symlink(projectFile('node_modules'), join(dir, 'node_modules')),
  ]);
  for (const [name, old, next] of CHANGES) {
    const file = join(dir, 'dist', name);
    const parts = (await readFile(file, 'utf8')).split(old);
    if (parts.length !== 2) throw new Error(`${name} has ${parts.length - 1} times: ${old}`);
    await writeFile(file, parts.join(next));
  }
}
