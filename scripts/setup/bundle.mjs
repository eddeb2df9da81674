// Bundles each program of our processes with most of its packages into dist/bundles, from what the compiler has written. A process
// then reads a few files instead of a thousand: it starts in half the time, and keeps 20 to 30 MB less.
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import { rolldown } from 'rolldown';

const APPS = 'dist/apps';
const PROGRAMS = ['main', 'migrate', 'seed', 'admin'];
/** Packages with compiled parts, or that look for files and for other packages beside their own. */
const APART = /^(@bull-board|@opentelemetry|argon2|pino-pretty)(\/|$)/;
/** What looks for two classes of TypeORM before 1.0 in the package, and so would load it beside the one in the bundle. */
const OLD_TYPEORM = '/@nestjs/typeorm/dist/common/typeorm-compat.js';
const NO_OLD_TYPEORM = 'export const Connection = undefined, AbstractRepository = undefined;';
const BUNDLES = 'dist/bundles';
/** A folder until it is complete. */
const UNFINISHED = `${BUNDLES}.new`;

/**
 * An import of Node's own `http` reads all that it exports, and so loads the whole client of fetch (50 ms of a start, and
 * 5 MB of each process) for three classes of WebSockets that nobody uses.
 */
const OF_WEBSOCKETS = ['WebSocket', 'CloseEvent', 'MessageEvent'];
const exported = Object.keys(http).filter((name) => !OF_WEBSOCKETS.includes(name));
const httpAlone = {
  name: 'http alone',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_, __, { kind }) => (kind === 'import-statement' ? 'http-alone' : null),
  },
  load: {
    filter: { id: /^http-alone$/ },
    handler: () =>
      `const http = process.getBuiltinModule('node:http');
       export default http;
       export const { ${exported.join(', ')} } = http;`,
  },
};

const programs = readdirSync(APPS).flatMap((app) =>
  PROGRAMS.map((name) => [`${app}/${name}`, `${APPS}/${app}/src/${name}.js`]),
);
/** Where traces are mapped to the sources, as in the image, they name ours; of a package they name the bundle. */
const sources = {
  name: 'sources',
  load: {
    filter: { id: /[.][cm]?js$/ },
    async handler(id) {
      if (id.endsWith(OLD_TYPEORM)) return NO_OLD_TYPEORM;
      const code = await readFile(id, 'utf8');
      const isPackage = id.includes('/node_modules/');
      return { code, map: isPackage ? { mappings: '' } : JSON.parse(await readFile(`${id}.map`, 'utf8')) };
    },
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(programs.filter(([, file]) => existsSync(file))),
  platform: 'node',
  external: (id) => APART.test(id),
  plugins: [httpAlone, sources],
  // Packages try others that are not installed.
  onLog: (level, log) => {
    if (level === 'warn' && log.code !== 'UNRESOLVED_IMPORT') console.error(log.message);
  },
});
await rm(UNFINISHED, { recursive: true, force: true });
await bundle.write({
  dir: UNFINISHED,
  chunkFileNames: 'shared/[name]-[hash].js',
  // Nest and TypeORM take names from classes.
  keepNames: true,
  // The engine keeps the text of what it runs, in two bytes a character as soon as one is none of Latin-1: 4 MB of a process.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  comments: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await rm(BUNDLES, { recursive: true, force: true });
await rename(UNFINISHED, BUNDLES);
