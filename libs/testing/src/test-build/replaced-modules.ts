// The replaced modules of the test build that this process runs in.
import { dirname } from 'node:path';

const modules = JSON.parse(process.env['TEST_BUILD'] ?? '{}') as Record<string, string>;
/** True where built files are replaced, as in a process of ours; Jest runs sources. */
export const isOfBuiltFiles = Object.keys(modules).some((file) => file.endsWith('.js'));

const folders = new Set(Object.values(modules).map((testModule) => dirname(testModule)));

/** The test module in the place of a file; undefined when the file is not replaced. */
export function testModuleOf(file: string): string | undefined {
  return modules[file];
}

/** True of a folder with test modules: its modules import the originals. */
export function hasTestModules(folder: string): boolean {
  return folders.has(folder);
}
