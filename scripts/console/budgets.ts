// Refuses the built console when a browser would have to load too much. A part of npm run check.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Manifest, ManifestChunk } from 'vite';

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

const BUILT = new URL('../../dist/apps/console/', import.meta.url);
/** The chunks by their names in the manifest, which chunks name each other by. */
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8')) as Manifest;
const chunks = Object.values(manifest);

const behind = BEHIND.map((path) => {
  const chunk = chunks.find(({ src }) => src?.endsWith(path));
  if (!chunk) throw new Error(`Nothing loads ${path} by itself any more.`);
  return chunk;
});
const pages = chunks.filter(({ src }) => src?.endsWith('.page.tsx'));
const signIn = pages.filter(({ src }) => src?.endsWith('/session/sign-in.page.tsx'));
const first = loadedWith(...chunks.filter(({ isEntry }) => isEntry), ...signIn);
const isTooLarge = [
  compare('first scripts', size([...first].map(({ file }) => file)), FIRST_SCRIPTS),
  compare('first styles', size(new Set([...first].flatMap(({ css = [] }) => css))), FIRST_STYLES),
  ...pages.map((page) => compare(nameOf(page), size(beyondFirst(page)), ROUTE)),
  ...pages.flatMap((page) => {
    const later = laterOf(page);
    if (later.length === 0) return [];
    const limit = ROUTE + (page.src?.includes('/overview/') ? CHARTS : CHOICES);
    return compare(`${nameOf(page)} with what it loads then`, size(beyondFirst(page, ...later)), limit);
  }),
];
process.exitCode = isTooLarge.includes(true) ? 1 : 0;

/** All chunks that a browser loads with these. */
function loadedWith(...starts: readonly ManifestChunk[]): Set<ManifestChunk> {
  const found = new Set(starts);
  for (const { imports = [] } of found) for (const name of imports) found.add(manifest[name]!);
  return found;
}

/** Scripts that come with these, without those of the first page. */
function beyondFirst(...starts: readonly ManifestChunk[]): string[] {
  return [...loadedWith(...starts)].filter((chunk) => !first.has(chunk)).map(({ file }) => file);
}

/** What a page loads by itself when it is shown. */
function laterOf(page: ManifestChunk): ManifestChunk[] {
  const wanted = new Set([...loadedWith(page)].flatMap(({ dynamicImports = [] }) => dynamicImports));
  return behind.filter((chunk) => [...wanted].some((name) => manifest[name] === chunk));
}

function nameOf({ src = '' }: ManifestChunk): string {
  return src.slice(src.lastIndexOf('/') + 1, -'.tsx'.length);
}

/** Bytes of built files, gzipped. */
function size(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, BUILT))).length, 0);
}

/** Prints a size beside its limit, and tells whether it is too large. */
function compare(what: string, bytes: number, limit: number): boolean {
  const [kilobytes, most] = [bytes, limit].map((one) => (one / 1024).toFixed(1));
  console.log(`${what}: ${kilobytes} of ${most} KB`);
  return bytes > limit;
}
