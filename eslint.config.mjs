// Lint rules that neither the compiler nor the boundary rules cover. Warnings count as errors (npm run check).
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.spec.ts', '**/*.e2e-spec.ts', 'apps/*/test/**', 'test/system/**'];

export default tseslint.config(
  { ignores: ['dist/', '.local*/', 'coverage/', 'node_modules/', 'libs/client/{dist,src/generated}/'] },
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-empty': 'error',
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-var': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // A handler may be asynchronous by its type and still have nothing to await.
      '@typescript-eslint/require-await': 'off',
      // The compiler reports these better.
      '@typescript-eslint/no-unused-vars': 'off',
      'max-params': ['error', { max: 5 }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only libs/platform reads the environment. Take the value from the configuration.',
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: TESTS,
    rules: { 'max-lines-per-function': ['error', { max: 40, skipComments: true, skipBlankLines: true }] },
  },
  {
    files: ['apps/console/**'],
    rules: {
      // TanStack Router redirects by throwing.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
    },
  },
  {
    files: ['**/*.tsx'],
    rules: {
      // A component is mostly the tree that it shows.
      'max-lines-per-function': ['error', { max: 80, skipComments: true, skipBlankLines: true }],
      // React ignores what a handler gives.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: TESTS,
    rules: {
      // Jest's matchers have the type any.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: TESTS,
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Import fc from #testing/property: it has the seed of the run.' },
      ],
    },
  },
  {
    files: [
      'libs/platform/**/*.ts',
      'libs/testing/**/*.ts',
      'scripts/**/*.ts',
      'test/{bench,*/test-modules}/**/*.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
      ],
    },
  },
);
