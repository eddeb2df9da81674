// Builds the console in memory, and refuses it when a browser would have to load too much. A part of npm run check.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Longest gzipped transfers, in bytes. */
const FIRST_SCRIPTS = 200 * 1024; // sign-in and frame
const FIRST_STYLES = 40 * 1024;
const ROUTE = 42 * 1024; // what a page loads beyond that until it is shown
const CHOICES = 30 * 1024; // choices in which one can search, behind a page that is shown
const CHARTS = 125 * 1024; // the charts of the overview, likewise

/**
 * What pages load by themselves when they are shown. What a person has to open, such as a dialog, does not count. Nor does the
 * panel of a generation on the page of a listing, which shows either that or the form: the page of a generation counts it.
 */
const BEHIND = [
  '/generations/new/generation-form.tsx',
  '/generations/listing/listing-view.tsx',
  '/generations/result/document-choice.tsx',
  '/batches/new/batch-form.tsx',
  '/experiments/new/experiment-form.tsx',
  '/applications/edit/application-settings.tsx',
  '/overview/days/days-chart.tsx',
];

const root = fileURLToPath(new URL('../../apps/console/', import.meta.url));
const [built] = [
  await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    build: { write: false, sourcemap: false },
  }),
].flat() as Rolldown.RolldownOutput[];
const files = new Map(built?.output.map((file) => [file.fileName, file]));

const behind = BEHIND.map((path) => {
  const chunk = chunks().find(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
  if (!chunk) throw new Error(`Nothing loads ${path} by itself any more.`);
  return chunk;
});
const pages = chunks().filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.page.tsx'));
const signIn = pages.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('/session/sign-in.page.tsx'));
const first = loadedWith(...chunks().filter(({ isEntry }) => isEntry), ...signIn);
const isTooLarge = [
  compare('first scripts', size(first), FIRST_SCRIPTS),
  compare('first styles', size([...first].flatMap((name) => stylesOf(name))), FIRST_STYLES),
  ...pages.map((page) => compare(page.name, size(beyondFirst(page)), ROUTE)),
  ...pages.flatMap((page) => {
    const later = laterOf(page);
    if (later.length === 0) return [];
    const limit = ROUTE + (page.facadeModuleId?.includes('/overview/') ? CHARTS : CHOICES);
    return compare(`${page.name} with what it loads then`, size(beyondFirst(page, ...later)), limit);
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

/** The same without those of the first page. */
function beyondFirst(...starts: readonly Rolldown.OutputChunk[]): string[] {
  return [...loadedWith(...starts)].filter((name) => !first.has(name));
}

/** What a page loads by itself when it is shown. */
function laterOf(page: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
  const loaded = loadedWith(page);
  const wanted = new Set(
    chunks().flatMap(({ fileName, dynamicImports }) => (loaded.has(fileName) ? dynamicImports : [])),
  );
  return behind.filter(({ fileName }) => wanted.has(fileName));
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

/** Prints a size beside its limit, and tells whether it is too large. */
function compare(what: string, bytes: number, limit: number): boolean {
  const [kilobytes, most] = [bytes, limit].map((one) => (one / 1024).toFixed(1));
  console.log(`${what}: ${kilobytes} of ${most} KB`);
  return bytes > limit;
}
