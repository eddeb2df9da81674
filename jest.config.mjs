// Jest's settings. Two kinds of tests: *.spec.ts is pure and stands beside its file, *.e2e-spec.ts uses real servers.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from './libs/testing/src/jest/node-flags.mjs';

// Jest needs flags of Node, and our sources need the project's own Node. Started without them, as by `npx jest` or the button of
// an editor, Jest starts again with both.
if (/^jest(\.js)?$/.test(basename(process.argv[1])) && !isPrepared()) {
  const node = fileURLToPath(new URL('node_modules/.bin/node', import.meta.url));
  const args = [...process.execArgv, ...NODE_FLAGS, ...process.argv.slice(1)];
  process.exit(spawnSync(node, args, { stdio: 'inherit' }).status ?? 1);
}

export default {
  // The folder for temporary files is another one in each run.
  cacheDirectory: '<rootDir>/.local/jest',
  // Most of the time is waiting for servers, so four files at once keep two cores busy. There are free ports for thirty.
  maxWorkers: 4,
  // The modules are loaded once in each process: to load them again for each file was more than half of what the tests cost.
  runner: 'jest-light-runner/child-process',
  testSequencer: '<rootDir>/scripts/test/longest-first.mjs',
  setupFilesAfterEnv: ['<rootDir>/scripts/test/set-up.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  testMatch: [
    '<rootDir>/{apps,libs,scripts}/**/*.spec.ts',
    '<rootDir>/{apps,libs,scripts,test}/**/*.e2e-spec.ts',
  ],
  // Only npm run test:full has the time for these, and only npm run test:citus has Citus.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_SIZE === 'full' ? [] : ['/test/full/']),
    ...(process.env.TEST_CITUS === 'on' ? [] : ['/test/citus/']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/libs/client/dist/', '<rootDir>/.local'],
};

function isPrepared() {
  const hasFlags = NODE_FLAGS.every((flag) => process.execArgv.includes(flag));
  return hasFlags && Number.parseInt(process.versions.node) >= 24;
}
