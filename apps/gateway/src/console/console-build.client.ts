// Reads the build of the console from its folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The build of the console. */
export interface ConsoleBuild {
  html: string;
  /** Names of the files that the page may load: no source maps, and no compressed copies. */
  files: ReadonlySet<string>;
}

/** Reads the build; undefined when there is none. */
export function readBuild(dir: string): ConsoleBuild | undefined {
  const assets = join(dir, 'assets');
  if (!existsSync(assets)) return undefined;
  const files = readdirSync(assets).filter((file) => /\.(js|css)$/.test(file));
  return { html: readFileSync(join(dir, 'index.html'), 'utf8'), files: new Set(files) };
}
