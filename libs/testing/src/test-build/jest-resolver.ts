// Resolver of Jest in a test build: resolves replaced modules to their test modules.
import { hasTestModules, testModuleOf } from './replaced-modules.ts';

/** What Jest gives to a resolver. */
interface ResolverOptions {
  /** Folder of the module that imports. */
  basedir: string;
  defaultResolver: (path: string, options: ResolverOptions) => string;
}

/** Resolves as Jest does by default, then replaces. */
export function sync(path: string, options: ResolverOptions): string {
  const file = options.defaultResolver(path, options);
  return hasTestModules(options.basedir) ? file : (testModuleOf(file) ?? file);
}
