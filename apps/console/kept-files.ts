// A plugin of Vite that keeps the files of earlier builds for a day: pages that are open load them, and a gateway that runs
// serves them. The name of a file holds the hash of its content, so builds can lie in one folder.
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** How long a file is kept after a build without it, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The plugin. */
export function keptFiles(): Plugin {
  return {
    name: 'kept files',
    apply: 'build',
    config: () => ({ build: { emptyOutDir: false } }),
    /** Before the new files are written: those of the last build begin to age now. */
    async generateBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      const last = await readFile(join(dir, '.vite/manifest.json'), 'utf8').catch(() => '');
      const now = new Date();
      for (const file of await readdir(assets).catch(() => [])) {
        const path = join(assets, file);
        if (last.includes(`/${file.replace(/[.](br|gz)$/, '')}"`)) await utimes(path, now, now);
        else if ((await stat(path)).mtimeMs < now.getTime() - KEPT_MS) await rm(path);
      }
    },
  };
}
