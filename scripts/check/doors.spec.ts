// Names that come through a door keep their floor.
import { findForbiddenNames } from './doors.ts';

const DOOR = `export { LowService } from './low.service.ts';
export { LowStore, type LowRow } from './low.store.ts';
export { lowest } from './low.rules.ts';
export { Low } from './low.decorator.ts';`;

function forbiddenIn(path: string, text: string): string[] {
  return findForbiddenNames(
    new Map([
      [path, text],
      ['apps/a/src/low/index.ts', DOOR],
    ]),
  );
}

it.each([
  ['a controller', 'top.controller.ts', 'LowStore'],
  ['a service', 'top.service.ts', 'Low'],
  ['a store', 'top.store.ts', 'LowService'],
  ['a rule', 'top.rules.ts', 'LowStore'],
  ['a rule', 'top.rules.ts', 'lowest, LowService as Service'],
])('%s (%s) cannot use %s', (_what, file, names) => {
  const errors = forbiddenIn(`apps/a/src/top/${file}`, `import { ${names} } from '../low/index.ts';`);
  expect(errors).toHaveLength(1);
});

it.each([
  ['a controller', 'top.controller.ts', 'LowService, Low, lowest'],
  ['a service', 'top.service.ts', 'LowService, LowStore, lowest'],
  ['a store', 'top.store.ts', 'LowStore, lowest'],
  ['a rule', 'top.rules.ts', 'lowest, type LowRow'],
  ['a spec', 'top.rules.spec.ts', 'LowStore'],
])('%s (%s) can use %s', (_what, file, names) => {
  expect(forbiddenIn(`apps/a/src/top/${file}`, `import { ${names} } from '../low/index.ts';`)).toEqual([]);
});

it('a type is free', () => {
  expect(
    forbiddenIn('apps/a/src/top/top.rules.ts', "import type { LowStore } from '../low/index.ts';"),
  ).toEqual([]);
});
