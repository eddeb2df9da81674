// Finds the files of tests that do more in npm run test:full: those in folders `full`, and those that read the size of the run
// themselves or in a suite.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const READS_SIZE = /'#testing\/(?:size|property)'/;
const RELATIVE = /\bfrom '(\.[^']+\.ts)'/g;

/** The paths of the files, from the folder `root`. */
export function fullFiles(root: string): string[] {
  const known = new Map<string, boolean>();
  const readsSize = (file: string): boolean => {
    const answer = known.get(file);
    if (answer !== undefined) return answer;
    known.set(file, false); // for imports in a circle
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(RELATIVE)].map(([, path = '']) => join(dirname(file), path));
    // A test of imports quotes some of files that do not exist.
    const reads = READS_SIZE.test(text) || imports.filter((one) => existsSync(one)).some(readsSize);
    known.set(file, reads);
    return reads;
  };
  const files = globSync('{apps,libs,scripts,test}/**/*.{spec,e2e-spec}.ts', { cwd: root }).toSorted();
  return files.filter((file) => /\/full\//.test(file) || readsSize(join(root, file)));
}
