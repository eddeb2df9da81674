// Jest's settings. Two kinds of tests: *.spec.ts is pure and stands beside its file, *.e2e-spec.ts uses real servers.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { NODE_FLAGS } from './scripts/test/node-flags.mjs';
import { SWC } from './scripts/test/swc.mjs';

// Jest needs flags of Node, and our sources need the project's own Node. Started without them, as by `npx jest` or the button of
// an editor, Jest starts again with both.
if (/^jest(\.js)?$/.test(basename(process.argv[1])) && !isPrepared()) {
  const node = fileURLToPath(new URL('node_modules/.bin/node', import.meta.url));
  const args = [...process.execArgv, ...NODE_FLAGS, ...process.argv.slice(1)];
  process.exit(spawnSync(node, args, { stdio: 'inherit' }).status ?? 1);
}

const shared = {
  rootDir: import.meta.dirname,
  // The folder for temporary files is another one in each run.
  cacheDirectory: '<rootDir>/.local/jest',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['ts-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  // Only npm run test:full has the time for these, and only npm run test:citus has Citus.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_SIZE === 'full' ? [] : ['/test/full/']),
    ...(process.env.TEST_CITUS === 'on' ? [] : ['/test/citus/']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/libs/client/dist/', '<rootDir>/.local'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', SWC],
  },
};

export default {
  // Most of the time is waiting for servers, so three files at once keep two cores busy. There are free ports for twelve.
  maxWorkers: 3,
  // A worker keeps about 45 MB of each file that it ran, and its full collections stop the servers under test. Jest compares
  // this with the heap that is used after a file, and starts a new worker.
  workerIdleMemoryLimit: '300MB',
  // A worker needs more than the usual half second to leave where others take the cores. One that stays longer, because a test
  // has left something open, is still reported.
  workerGracefulExitTimeout: 5000,
  // Long enough for a full machine: a test that hangs is rare, and one that passes does not wait. In a project it is ignored.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/scripts/test/longest-first.mjs',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,scripts}/**/*.spec.ts'],
      // Pure tests need no realm of their own for each file. It took three quarters of their time to load the modules again.
      runner: 'jest-light-runner',
    },
    {
      ...shared,
      displayName: 'system',
      testMatch: ['<rootDir>/{apps,libs,scripts,test}/**/*.e2e-spec.ts'],
      setupFilesAfterEnv: ['<rootDir>/scripts/test/set-up.ts'],
    },
  ],
};

function isPrepared() {
  return 'SourceTextModule' in vm && Number.parseInt(process.versions.node) >= 24;
}
