// Circles between rooms.
import { findRoomCircles } from './rooms.ts';

function circlesOf(files: Record<string, string>): string[] {
  return findRoomCircles(new Map(Object.entries(files)));
}

it('rooms on floors are no circle', () => {
  const files = {
    'apps/a/src/top/top.service.ts':
      "import { b } from '../middle/b.rules.ts';\nimport { c } from '../low/c.rules.ts';",
    'apps/a/src/middle/b.rules.ts': "import {\n  c,\n} from '../low/c.rules.ts';",
    'apps/a/src/low/c.rules.ts': "import { d } from './d.rules.ts';",
  };
  expect(circlesOf(files)).toEqual([]);
});

it('a circle is named with the imports that make it', () => {
  const [circle, ...others] = circlesOf({
    'apps/a/src/top/deep/top.service.ts': "import { b } from '../../middle/b.rules.ts';",
    'apps/a/src/middle/b.rules.ts': "export { c } from '../low/c.rules.ts';",
    'apps/a/src/low/c.rules.ts': "import type { T } from '../top/types.rules.ts';",
  });
  expect(others).toEqual([]);
  for (const room of ['top', 'middle', 'low']) expect(circle).toContain(`apps/a/src/${room}`);
  expect(circle).toContain('apps/a/src/low/c.rules.ts imports ../top/types.rules.ts');
});

it('rooms of the platform see each other through their doors', () => {
  const files = {
    'libs/platform/src/boot/boot.ts': "import { a } from '#platform/jobs';",
    'libs/platform/src/jobs/jobs.ts': "import { b } from '../boot/boot.ts';",
  };
  expect(circlesOf(files)).toHaveLength(1);
});

it.each([
  ['a spec', 'apps/a/src/low/c.rules.spec.ts', "import { b } from '../top/b.rules.ts';"],
  ['a migration', 'apps/a/src/migrations/1-a.ts', "import { b } from '../top/b.rules.ts';"],
  ['wiring', 'apps/a/src/a.module.ts', "import { b } from './top/b.rules.ts';"],
  ['what is loaded later', 'apps/a/src/low/c.rules.ts', "const b = await import('../top/b.rules.ts');"],
])('%s makes no circle', (_what, path, text) => {
  const top = "import { c } from '../low/c.rules.ts';\nimport { m } from '../migrations/1-a.ts';";
  expect(circlesOf({ 'apps/a/src/top/b.rules.ts': top, [path]: text })).toEqual([]);
});
