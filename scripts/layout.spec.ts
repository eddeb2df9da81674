// Tests of the layout rules. Each test breaks one rule.
import { findLayoutErrors, MAX_FILES } from './layout.ts';

const errorsOf = (files: Record<string, string>): string[] =>
  findLayoutErrors(new Map(Object.entries(files)));
/** Files of a folder, named by a function of their number. */
const folder = (size: number, name: (i: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: size }, (_, i) => [name(i), '']));

describe('the suffix of a file', () => {
  it.each(['products.helper.ts', 'products.ts', 'utils.ts', 'products.rule.ts'])('refuses %s', (name) => {
    const path = `apps/catalogue/src/products/${name}`;
    expect(errorsOf({ [path]: '' })).toEqual([expect.stringContaining(`${path} has no suffix`)]);
  });

  it('accepts the suffixes of the house, wiring, specs and migrations', () => {
    const names = [
      'main.ts',
      'catalogue.module.ts',
      'config.ts',
      'products/products-rpc.controller.ts',
      'products/products.rules.spec.ts',
      'products/index.ts',
      'migrations/1795244000000-catalogue.ts',
    ];
    expect(errorsOf(Object.fromEntries(names.map((name) => [`apps/catalogue/src/${name}`, ''])))).toEqual([]);
  });

  it('is free outside of apps and in their tests', () => {
    expect(errorsOf({ 'libs/platform/src/jobs/jobs.ts': '', 'apps/auth/test/running-auth.ts': '' })).toEqual(
      [],
    );
  });
});

describe('the size of a folder', () => {
  it(`refuses more than ${MAX_FILES} source files`, () => {
    const files = folder(MAX_FILES + 1, (i) => `libs/testing/src/file-${i}.ts`);
    expect(errorsOf(files)).toEqual([expect.stringContaining(`libs/testing/src holds ${MAX_FILES + 1}`)]);
    expect(errorsOf(folder(MAX_FILES, (i) => `libs/testing/src/file-${i}.ts`))).toEqual([]);
  });

  it('counts neither specs nor migrations', () => {
    expect(errorsOf(folder(20, (i) => `libs/a/src/file-${i}.spec.ts`))).toEqual([]);
    expect(errorsOf(folder(20, (i) => `apps/auth/src/migrations/${i}-step.ts`))).toEqual([]);
  });
});

describe('the name of a class', () => {
  it('refuses two classes of one name, exported or not', () => {
    const files = {
      'apps/auth/src/keys/quota.service.ts': 'export class QuotaService {}',
      'test/faults/load.ts': 'class QuotaService {}\nexport abstract class Load {}',
    };
    expect(errorsOf(files)).toEqual([
      'There are 2 classes QuotaService: apps/auth/src/keys/quota.service.ts, test/faults/load.ts.',
    ]);
  });
});

describe('an enum', () => {
  it.each(['enum', 'export enum', 'export const enum', '  declare enum'])('refuses %s', (start) => {
    const path = 'libs/contracts/src/colours.ts';
    expect(errorsOf({ [path]: `const a = 1;\n${start} Colour { RED }\n` })).toEqual([
      `${path} has the enum Colour. Use a union of strings.`,
    ]);
  });

  it('is not a word in a comment or a text', () => {
    expect(errorsOf({ 'libs/contracts/src/colours.ts': "// enum A\nconst a = 'enum B';\n" })).toEqual([]);
  });
});
