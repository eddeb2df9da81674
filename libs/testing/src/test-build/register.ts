// Loaded by Node before a process of ours or Jest in a test build: resolves replaced modules to their test modules.
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectFile } from '../servers/programs.ts';
import { hasTestModules, isOfBuiltFiles, testModuleOf } from './replaced-modules.ts';

const root = projectFile('');

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context);
    if (!resolved.url.startsWith('file:')) return resolved;
    const file = fileURLToPath(resolved.url);
    const importer = context.parentURL?.startsWith('file:') ? fileURLToPath(context.parentURL) : '';
    const target = hasTestModules(dirname(importer)) ? builtOf(file) : testModuleOf(file);
    return target === undefined ? resolved : nextResolve(pathToFileURL(target).href, context);
  },
});

/** The built file of a source file, where the process runs built files: a test module imports sources. */
function builtOf(file: string): string | undefined {
  if (!isOfBuiltFiles) return undefined;
  const path = file.startsWith(root) ? file.slice(root.length) : '';
  return /^(apps|libs)\/.*\.ts$/.test(path) ? `${root}dist/${path.replace(/\.ts$/, '.js')}` : undefined;
}
