// Builds the console in memory, and refuses it when a browser would have to load too much. A part of npm run check.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Longest gzipped transfers, in bytes. */
const FIRST_SCRIPTS = 200 * 1024; // sign-in and frame
const FIRST_STYLES = 40 * 1024;
const ROUTE = 40 * 1024; // what a page loads beyond that
const ROUTE_WITH_CHARTS = ROUTE + 125 * 1024;

const root = fileURLToPath(new URL('../apps/console/', import.meta.url));
const [built] = [
  await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    build: { write: false, sourcemap: false },
  }),
].flat() as Rolldown.RolldownOutput[];
const files = new Map(built?.output.map((file) => [file.fileName, file]));

const pages = chunks().filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.page.tsx'));
const signIn = pages.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('/session/sign-in.page.tsx'));
const first = loadedWith(...chunks().filter(({ isEntry }) => isEntry), ...signIn);
const isTooLarge = [
  compare('first scripts', size(first), FIRST_SCRIPTS),
  compare('first styles', size([...first].flatMap((name) => stylesOf(name))), FIRST_STYLES),
  ...pages.map((page) => {
    const more = [...loadedWith(page)].filter((name) => !first.has(name));
    const limit = page.facadeModuleId?.includes('/overview/') ? ROUTE_WITH_CHARTS : ROUTE;
    return compare(page.name, size(more), limit);
  }),
];
process.exitCode = isTooLarge.includes(true) ? 1 : 0;

function chunks(): Rolldown.OutputChunk[] {
  return [...files.values()].filter((file) => file.type === 'chunk');
}

/** Names of all scripts that a browser loads with these. */
function loadedWith(...starts: readonly Rolldown.OutputChunk[]): Set<string> {
  const found = new Set(starts.map(({ fileName }) => fileName));
  for (const name of found) {
    const file = files.get(name);
    if (file?.type === 'chunk') for (const imported of file.imports) found.add(imported);
  }
  return found;
}

/** Names of the style sheets that come with a script. */
function stylesOf(name: string): string[] {
  const file = files.get(name);
  return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : [];
}

/** Bytes of files, gzipped. */
function size(names: Iterable<string>): number {
  return [...names].reduce((sum, name) => {
    const file = files.get(name);
    return sum + (file ? gzipSync(file.type === 'chunk' ? file.code : file.source).length : 0);
  }, 0);
}

/** Prints what is too large, and tells whether it is. */
function compare(what: string, bytes: number, limit: number): boolean {
  const [kilobytes, most] = [bytes, limit].map((one) => (one / 1024).toFixed(1));
  console.log(`${what}: ${kilobytes} of ${most} KB`);
  return bytes > limit;
}
