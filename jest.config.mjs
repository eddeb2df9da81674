// Two speeds told apart by suffix: *.spec.ts is pure and beside its file, *.e2e-spec.ts uses real servers.
const shared = {
  rootDir: import.meta.dirname,
  // Not where temporary files go, which are gone after each run.
  cacheDirectory: '<rootDir>/.local/jest',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['ts-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};

export default {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,scripts}/**/*.spec.ts'] },
    { ...shared, displayName: 'system', testMatch: ['<rootDir>/{apps,libs,test}/**/*.e2e-spec.ts'] },
  ],
};
