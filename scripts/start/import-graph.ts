// Finds the apps that run a compiled file, by the imports of the compiled files.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiledProgram, projectFile } from '#testing/servers';

/** The import statements and calls that the compiler writes. */
const IMPORT = /\b(?:from|import)\s*\(?\s*["']([#.][^"']*)["']/g;

/** Gives the apps whose processes import one of the compiled files, directly or through other files. */
export function appsThatImport<A extends string>(apps: readonly A[], files: readonly string[]): A[] {
  const imports = new Map<string, string[]>();
  return apps.filter((app) => {
    const reached = new Set([compiledProgram(app)]);
    for (const file of reached) {
      if (!imports.has(file)) imports.set(file, importsOf(file));
      for (const imported of imports.get(file) ?? []) reached.add(imported);
    }
    return files.some((file) => reached.has(file));
  });
}

/** The compiled files of ours that a compiled file imports. */
function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) =>
    specifier.startsWith('#')
      ? compiled(fileURLToPath(import.meta.resolve(specifier)))
      : fileURLToPath(new URL(specifier, pathToFileURL(file))),
  );
}

/** Path of the compiled file of a source. */
function compiled(source: string): string {
  return source.replace(projectFile(''), projectFile('dist/')).replace(/[.]ts$/, '.js');
}
