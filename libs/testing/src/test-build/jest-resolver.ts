// Resolver of Jest in a test build: resolves replaced modules to their test modules.
import type { SyncResolver } from 'jest-resolve';
import { hasTestModules, testModuleOf } from './replaced-modules.ts';

/** Resolves as Jest does by default, then replaces. */
export const sync: SyncResolver = (path, options) => {
  const file = options.defaultResolver(path, options);
  return hasTestModules(options.basedir) ? file : (testModuleOf(file) ?? file);
};
