// Which files npm run test:full runs.
import { join } from 'node:path';
import { fullFiles } from './full-files.ts';

const files = fullFiles(join(import.meta.dirname, '../..'));

it('a file in a folder full is one', () => {
  expect(files).toContain('test/full/packed-client.e2e-spec.ts');
});

it('a property test is one', () => {
  expect(files).toContain('apps/catalogue/src/product-lists/search.rules.spec.ts');
});

it('a file that runs a suite which reads the size is one', () => {
  expect(files).toContain('apps/catalogue/test/fetching.e2e-spec.ts');
});

it('a file that always does the same is none', () => {
  expect(files).not.toContain('scripts/test/full-files.spec.ts');
});
