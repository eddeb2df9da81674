// A plugin of Vite that writes a .br and a .gz beside each file of the build, so that the gateway compresses nothing itself.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const FORMATS = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** The plugin. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file));
          for (const [ending, compress] of Object.entries(FORMATS))
            await writeFile(join(dir, file + ending), await compress(content));
        }),
      );
    },
  };
}
