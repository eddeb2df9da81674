// Loaded by Node before Jest: lets Node import our sources. Node itself removes types, but knows no decorators.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const OPTIONS = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
  swcrc: false,
};

const PROJECT = new URL('../../../../', import.meta.url).href;
/** Modules of tests: they define tests and keep servers, so each file of tests has its own. All share what is tested. */
const isOfTests = (url) =>
  url.startsWith(PROJECT) && /^((apps|libs)\/[^/]+\/)?test\//.test(url.slice(PROJECT.length));

process.setSourceMapsEnabled(true);
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const [, ofFile] = context.parentURL?.split('?') ?? []; // the runner adds the time to the name of a file of tests
    return ofFile && isOfTests(resolved.url) ? { ...resolved, url: `${resolved.url}?${ofFile}` } : resolved;
  },
  load(url, context, nextLoad) {
    const [file] = url.split('?');
    if (!file.startsWith('file:') || !file.endsWith('.ts') || file.includes('/node_modules/'))
      return nextLoad(url, context);
    const filename = fileURLToPath(file);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...OPTIONS, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
