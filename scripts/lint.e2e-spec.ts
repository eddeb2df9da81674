// Tests of the lint rules with the linter itself. A small repository breaks each rule once, and the types four times.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Rules {
  rules: Record<string, unknown>;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const lines = (count: number): string => 'console.log();\n'.repeat(count);

/** A rule, and code that breaks it. */
const VIOLATIONS: readonly (readonly [rule: string, code: string])[] = [
  ['eqeqeq', 'export const same = (a: string, b: string) => a == b;'],
  ['max-lines', `export {};\n${lines(301)}`],
  ['max-lines-per-function', `export function long() {\n${lines(41)}}`],
  ['max-params', 'export const six = (a: 1, b: 1, c: 1, d: 1, e: 1, f: 1) => [a, b, c, d, e, f];'],
  ['no-empty', 'export const a = () => { try { console.log(); } catch {} };'],
  ['no-var', 'export var a = 1;'],
  ['prefer-const', 'let a = 1; export const b = a;'],
  ['no-array-constructor', 'export const a = new Array(1, 2);'],
  ['no-unused-expressions', 'export const a = 1; a + 1;'],
  ['prefer-rest-params', 'export function a() { return arguments[0] as unknown; }'],
  ['prefer-spread', 'export const a = (f: (...b: 1[]) => void, c: 1[]) => f.apply(undefined, c);'],
  ['no-restricted-properties', "export const home = process.env['HOME'];"],
  ['await-thenable', 'export const a = async () => { await 1; };'],
  ['ban-ts-comment', '// @ts-ignore\nexport const a = 1;'],
  ['consistent-type-imports', "import { URL } from 'node:url'; export const a = (url: URL) => url;"],
  ['no-array-delete', 'export const a = (list: string[]) => { delete list[0]; };'],
  ['no-base-to-string', 'export const a = (b: object) => b.toString();'],
  ['no-duplicate-enum-values', 'export enum A { b = 1, c = 1 }'],
  ['no-duplicate-type-constituents', "export type A = 'b' | 'b';"],
  ['no-empty-object-type', 'export type A = {};'],
  ['no-explicit-any', 'export type A = any;'],
  ['no-extra-non-null-assertion', 'export const a = (b?: string) => b!!.length;'],
  ['no-floating-promises', 'export const a = () => { Promise.resolve(); };'],
  ['no-for-in-array', 'export const a = (b: string[]) => { for (const c in b) console.log(c); };'],
  ['no-implied-eval', "export const a = () => setTimeout('b()', 1);"],
  ['no-misused-new', 'export interface A { constructor(): A }'],
  ['no-misused-promises', 'export const a = (b: string[]) => b.forEach(async () => {});'],
  ['no-namespace', 'export namespace A { export const b = 1; }'],
  ['no-non-null-asserted-optional-chain', 'export const a = (b?: { c: string }) => b?.c!;'],
  ['no-redundant-type-constituents', "export type A = string | 'b';"],
  ['no-require-imports', "export const a = require('node:fs') as unknown;"],
  ['no-this-alias', 'export class A { b() { const c = this; return c; } }'],
  ['no-unnecessary-type-assertion', 'export const a = (b: string) => b as string;'],
  ['no-unnecessary-type-constraint', 'export type A<T extends unknown> = T[];'],
  ['no-unsafe-argument', "export const a = (b: (c: string) => void) => b(JSON.parse('1'));"],
  ['no-unsafe-assignment', "export const a = JSON.parse('1');"],
  ['no-unsafe-call', "export const a = () => { JSON.parse('1')(); };"],
  ['no-unsafe-declaration-merging', 'export interface A { b: string } export class A {}'],
  ['no-unsafe-enum-comparison', 'enum A { b } export const c = (d: A) => d === 0;'],
  ['no-unsafe-function-type', 'export type A = Function;'],
  ['no-unsafe-member-access', "export const a = () => { console.log(JSON.parse('1').b); };"],
  ['no-unsafe-return', "export const a = () => JSON.parse('1');"],
  ['no-unsafe-unary-minus', 'export const a = (b: string) => -b;'],
  ['no-wrapper-object-types', 'export type A = String;'],
  ['only-throw-error', "export const a = () => { throw 'b'; };"],
  ['prefer-as-const', "export const a = 'b' as 'b';"],
  ['prefer-namespace-keyword', 'export declare module A { const b: 1; }'],
  ['prefer-promise-reject-errors', "export const a = () => Promise.reject('b');"],
  ['restrict-plus-operands', "export const a = (b: unknown) => 'c' + b;"],
  ['restrict-template-expressions', 'export const a = (b: object) => `${b}`;'],
  [
    'switch-exhaustiveness-check',
    "export const a = (b: 'c' | 'd') => { switch (b) { case 'c': return 1; } return 2; };",
  ],
  ['triple-slash-reference', '/// <reference path="./eqeqeq.ts" />\nexport {};'],
  ['no-restricted-imports', "import * as fc from 'fast-check'; export const a = fc.string();"],
  ['unbound-method', 'export const a = (b: Date) => { const c = b.getTime; return c; };'],
];
/** Code that breaks a rule which does not hold in its folder. */
const EXEMPT: readonly (readonly [rule: string, path: string, code: string])[] = [
  ['no-restricted-properties', 'libs/platform/src/config/a.ts', "export const home = process.env['HOME'];"],
  ['max-lines-per-function', 'apps/auth/test/a.e2e-spec.ts', `it('', () => {\n${lines(41)}});`],
  ['no-unsafe-assignment', 'apps/auth/test/b.e2e-spec.ts', "export const a = JSON.parse('1');"],
];
/** A finding of the compiler, which the linter passes on, and code that has it. */
const TYPE_ERRORS: readonly (readonly [code: string, path: string, code: string])[] = [
  ['TS2322', 'apps/auth/src/types/a.ts', "export const a: number = 'b';"],
  ['TS6133', 'apps/auth/src/types/b.ts', 'export const a = (b: string) => 1;'],
  ['TS2578', 'apps/auth/test/c.spec.ts', '// @ts-expect-error There is no error.\nexport const a = 1;'],
  ['TS2322', 'apps/console/src/d.tsx', "export const a = <p id={1}>{'b'}</p>;"],
];
/** The rule for imports holds in tests alone. */
const pathOf = (rule: string): string =>
  `apps/auth/src/rules/${rule}${rule === 'no-restricted-imports' ? '.spec' : ''}.ts`;

let dir: string;
let found: [rule: string, file: string][];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shelfscribe-lint-'));
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), `${text}\n`);
  };
  for (const [rule, code] of VIOLATIONS) await put(pathOf(rule), code);
  for (const [, path, code] of [...EXEMPT, ...TYPE_ERRORS]) await put(path, code);
  for (const file of ['.oxlintrc.jsonc', 'package.json', 'tsconfig.json', 'apps/console/tsconfig.json'])
    await cp(join(root, file), join(dir, file));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  found = await lint();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs the linter, which exits with 1 because it finds something. */
async function lint(): Promise<[rule: string, file: string][]> {
  const args = ['--disable-nested-config', '--format', 'json', 'apps', 'libs'];
  const output = await new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/oxlint'), args, { cwd: dir }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics.map(({ code, filename }) => [/[(](.*)[)]/.exec(code)?.[1] ?? code, filename]);
}

it.each(VIOLATIONS)('%s is reported', (rule) => {
  expect(found).toContainEqual([rule, pathOf(rule)]);
});

it('every rule of the configuration is broken once', () => {
  const text = readFileSync(join(root, '.oxlintrc.jsonc'), 'utf8').replace(/^ *[/][/].*$/gm, '');
  const { rules, overrides } = parse(text) as Rules & { overrides: Rules[] }; // YAML has JSON and final commas
  const named = [rules, ...overrides.map(({ rules }) => rules)].flatMap((some) => Object.keys(some));
  const names = named.map((name) => name.replace('typescript/', ''));
  expect(new Set(names)).toEqual(new Set(VIOLATIONS.map(([rule]) => rule)));
});

it.each(EXEMPT)('%s does not hold for %s', (rule, path) => {
  expect(found).not.toContainEqual([rule, path]);
});

it.each(TYPE_ERRORS)('the error %s of the compiler is reported for %s', (code, path) => {
  expect(found).toContainEqual([code, path]);
});
