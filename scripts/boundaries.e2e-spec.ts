// Tests of the boundary rules with dependency-cruiser itself. A small repository breaks each rule once.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Rule, file that breaks it, and the import that breaks it. */
const VIOLATIONS: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['no-cycles', 'libs/platform/src/cycle/index.ts', './index.ts'],
  ['resolvable', 'libs/platform/src/lost/index.ts', './nowhere.ts'],
  ['apps-are-strangers', 'apps/auth/src/keys/a.service.ts', '../../../catalogue/src/config.ts'],
  ['libs-know-no-app', 'libs/platform/src/known/index.ts', '../../../../apps/auth/src/config.ts'],
  ['contracts-are-pure', 'libs/contracts/src/index.ts', 'uuid'],
  ['platform-on-contracts-only', 'libs/platform/src/b/index.ts', '../../../../scripts/tool.ts'],
  ['use-the-door', 'apps/auth/src/keys/c.service.ts', '../../../../libs/platform/src/jobs/inner.ts'],
  ['rooms-meet-at-doors', 'apps/auth/src/keys/d.service.ts', '../accounts/accounts.rules.ts'],
  ['work-knows-no-wire', 'apps/auth/src/accounts/e.service.ts', './accounts.controller.ts'],
  ['work-knows-no-wire', 'apps/auth/src/accounts/plain.ts', './accounts.controller.ts'],
  ['world-knows-no-work', 'apps/auth/src/accounts/f.store.ts', './accounts.service.ts'],
  ['wire-goes-through-work', 'apps/auth/src/accounts/g.controller.ts', './accounts.store.ts'],
  ['wire-goes-through-work', 'apps/auth/src/accounts/g.pipe.ts', './accounts.client.ts'],
  ['wiring-stays-on-top', 'apps/auth/src/accounts/h.service.ts', '../auth.module.ts'],
  ['outsiders-read-settings', 'k8s/validate/main.ts', '../../apps/auth/src/accounts/accounts.service.ts'],
  ['rules-are-pure', 'apps/auth/src/accounts/i.rules.ts', 'node:fs'],
  ['work-is-framework-light', 'apps/auth/src/accounts/j.service.ts', 'fastify'],
  ['drivers-in-platform', 'apps/auth/src/accounts/k.client.ts', 'ioredis'],
  ['crypto-in-platform', 'apps/auth/src/accounts/l.client.ts', 'node:crypto'],
  ['tables-on-the-world-side', 'apps/auth/src/accounts/m.controller.ts', 'typeorm'],
  ['tracing-on-demand', 'apps/auth/src/accounts/n.client.ts', '@opentelemetry/core'],
  ['tracing-door', 'libs/platform/src/observability/index.ts', './tracing-sdk.ts'],
  ['features-are-strangers', 'apps/console/src/imports/p.tsx', '../products/products.tsx'],
  ['shared-knows-no-feature', 'apps/console/src/feedback/q.tsx', '../products/products.tsx'],
  ['queries-ask', 'apps/console/src/imports/r.page.tsx', '../api/ask.client.ts'],
  ['console-stays-small', 'apps/console/src/imports/s.queries.ts', 'zod'],
  ['tests-stay-in-tests', 'apps/auth/src/accounts/o.client.ts', '../../test/running-auth.ts'],
];
/** Files that the violations import, and one that nobody imports. */
const OTHERS = [
  'apps/auth/src/accounts/accounts.client.ts',
  'apps/auth/src/accounts/accounts.rules.ts',
  'apps/auth/src/accounts/accounts.controller.ts',
  'apps/auth/src/accounts/accounts.service.ts',
  'apps/auth/src/accounts/accounts.store.ts',
  'apps/auth/src/auth.module.ts',
  'apps/auth/src/config.ts',
  'apps/auth/src/orphan.ts',
  'apps/auth/test/running-auth.ts',
  'apps/catalogue/src/config.ts',
  'apps/console/src/api/ask.client.ts',
  'apps/console/src/products/products.tsx',
  'libs/platform/src/jobs/inner.ts',
  'libs/platform/src/observability/tracing-sdk.ts',
  'scripts/tool.ts',
];

/** The part of dependency-cruiser's report that is read here. */
interface Report {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

let dir: string;
let found: [rule: string, file: string][];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shelfscribe-boundaries-'));
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  };
  for (const path of OTHERS) await put(path, 'export {};\n');
  for (const [, path, imported] of VIOLATIONS) await put(path, `import '${imported}';\n`);
  for (const file of ['.dependency-cruiser.cjs', 'package.json', 'scripts/house.json', 'tsconfig.json'])
    await cp(join(root, file), join(dir, file));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  const cruiser = join(root, 'node_modules/.bin/depcruise');
  const args = ['apps', 'libs', 'scripts', 'k8s', '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(cruiser, args, { cwd: dir, maxBuffer: 2 ** 26 });
  const { violations } = (JSON.parse(stdout) as Report).summary;
  found = violations.map(({ rule, from }) => [rule.name, from]);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it.each(VIOLATIONS)('%s refuses the import of %s', (rule, file) => {
  expect(found).toContainEqual([rule, file]);
});

it('no-orphans refuses a file that nobody imports', () => {
  expect(found).toContainEqual(['no-orphans', 'apps/auth/src/orphan.ts']);
});

it('breaks every rule of the configuration', () => {
  const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[];
  };
  const broken = new Set(found.map(([rule]) => rule));
  expect([...broken].sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
});
