// What the compiler of `npm run dev` does on its first compilation.
import ts from 'typescript';
import { COMPILER_ARGS } from './source-watcher.ts';

/** What TypeScript knows of its options, and does not declare. */
const { optionDeclarations } = ts as unknown as {
  optionDeclarations: readonly { name: string; affectsEmit?: boolean; affectsBuildInfo?: boolean }[];
};

it('it writes no file anew that the build has written, or every process would be restarted', () => {
  const { options, errors } = ts.parseCommandLine([...COMPILER_ARGS]);
  expect(errors).toEqual([]);
  const deciding = optionDeclarations.filter(
    ({ affectsEmit, affectsBuildInfo }) => affectsEmit || affectsBuildInfo,
  );
  expect(deciding.length).toBeGreaterThan(10);
  expect(deciding.map(({ name }) => name).filter((name) => name in options)).toEqual([]);
});
