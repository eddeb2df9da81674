// Test builds: the system with some of its modules replaced by test modules, in processes of ours and under Jest.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { nodeEnv, type Variables } from '../environment/apps.ts';
import { NODE_FLAGS } from '../jest/index.ts';
import { projectFile } from '../servers/programs.ts';

const REGISTER = pathToFileURL(projectFile('libs/testing/src/test-build/register.ts')).href;

/** A module and the test module in its place; both paths start at the root of the project. */
export interface Replacement {
  original: string;
  testModule: string;
}

/** A build of the system that exists only in tests. Production code has no switch for it. */
export interface TestBuild {
  modules: readonly Replacement[];
  /** Variables for the test modules. */
  variables?: Variables;
}

/**
 * Replaces a module. The types make the compiler refuse a test module that lacks an export of the original or has it
 * with another type: `replaceModule<typeof import('original'), typeof import('test module')>('original', …)`.
 */
export function replaceModule<Original, TestModule extends Original>(
  original: string,
  testModule: string,
): Replacement & { exports?: TestModule } {
  return { original, testModule };
}

/** Variables of a process of ours that make it run in a test build; throws when a module does not exist. */
export function testBuildVariables({ modules, variables = {} }: TestBuild): Variables {
  const built = (path: string): string => `dist/${path.replace(/\.ts$/, '.js')}`;
  return {
    ...variables,
    TEST_BUILD: testBuild(modules, built),
    NODE_OPTIONS: `${nodeEnv()['NODE_OPTIONS']} --import=${REGISTER}`,
  };
}

/** Arguments of Node and variables that make Jest run tests in a test build; throws when a module does not exist. */
export function jestInTestBuild({ modules, variables = {} }: TestBuild): {
  args: string[];
  variables: Variables;
} {
  return {
    args: [...NODE_FLAGS, `--import=${REGISTER}`, projectFile('node_modules/jest/bin/jest.js')],
    variables: { ...variables, TEST_BUILD: testBuild(modules, (path) => path) },
  };
}

/** Full paths of originals and their test modules, as `replacedModules` reads them. */
function testBuild(modules: readonly Replacement[], place: (path: string) => string): string {
  const existing = (path: string): string => {
    const file = projectFile(path);
    if (!existsSync(file)) throw new Error(`A test build needs ${path}, which does not exist.`);
    return file;
  };
  const pairs = modules.map(({ original, testModule }) => {
    existing(original); // its build may outlive it
    return [existing(place(original)), existing(testModule)] as const;
  });
  return JSON.stringify(Object.fromEntries(pairs));
}
