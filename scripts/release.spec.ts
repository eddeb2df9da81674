// Follows k8s/release.sh against a kubectl that notes its calls: the order of a release, and how a migration that fails or hangs ends.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KUBECTL = `#!/bin/sh
echo "$*" >> calls
case "$*" in
  *'get job migrate'*) head -n 1 states; sed 1d states > rest; mv rest states ;;
  *'wait --for=condition=complete'*) test -e complete ;;
  *'describe job,pod'*) printf 'Name: migrate\\nEvents:\\n  Warning  Failed  no such image\\n\\n' ;;
esac
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  for (const [name, text] of [
    ['kubectl', KUBECTL],
    ['sleep', '#!/bin/sh\n'],
  ] as const) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Releases; `states` are what the migration Job says of itself, one after the other. */
function release(
  states: readonly string[],
  { succeeds = true, way = [] as string[], namespaces = ['shop'] } = {},
) {
  writeFileSync(join(folder, 'states'), states.map((state) => `${state}\n`).join(''));
  if (succeeds) writeFileSync(join(folder, 'complete'), '');
  writeFileSync(
    join(folder, 'release.yaml'),
    namespaces.map((name) => `metadata:\n  namespace: ${name}\n`).join(''),
  );
  const script = join(process.cwd(), 'k8s/release.sh');
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
  const { status, stdout } = spawnSync('sh', [script, 'release.yaml', ...way], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 10_000,
  });
  const noted = existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '';
  const calls = noted.trim().split('\n');
  const applied = calls.flatMap(
    (call) => /^apply .*--selector (?:app.kubernetes.io\/)?(?:name=)?(\S+)$/.exec(call)?.[1] ?? [],
  );
  return { status, stdout, applied, calls };
}

const SETTINGS = '!app.kubernetes.io/name,app.kubernetes.io/component!=autoscaler';
const OWNERS = ['auth', 'catalogue', 'generations', 'notifications'];
const WORKERS = ['import-worker', 'generation-worker', 'webhook-worker'];

it('a release applies settings, migrates, then rolls out owners, workers and the gateway, and scales them last', () => {
  const { status, applied, calls } = release(['', 'Complete']);
  expect(status).toBe(0);
  expect(applied).toEqual([SETTINGS, 'migrate', ...OWNERS, ...WORKERS, 'gateway', 'component=autoscaler']);
  const rolled = calls.findIndex((call) => call.includes('rollout status deployment/notifications'));
  expect(rolled).toBeLessThan(
    calls.findIndex((call) => call.startsWith('apply') && call.endsWith('=import-worker')),
  );
});

it('a roll back goes from the gateway to the owners, which a new gateway asks for more than old ones answer', () => {
  const { status, applied } = release(['Complete'], { way: ['back'] });
  expect(status).toBe(0);
  expect(applied).toEqual([SETTINGS, 'migrate', 'gateway', ...WORKERS, ...OWNERS, 'component=autoscaler']);
});

it('what is asked of one namespace is asked of that of the release', () => {
  const { calls } = release(['Complete']);
  const asked = calls.filter((call) => !call.startsWith('apply'));
  expect(asked.filter((call) => !call.startsWith('--namespace shop '))).toEqual([]);
  expect(asked.length).toBeGreaterThan(10);
});

it.each([
  ['another word than back', { way: ['forth'] }],
  ['objects of two namespaces', { namespaces: ['shop', 'other'] }],
  ['objects of none', { namespaces: [] }],
])('%s ends the release before it begins', (_, options) => {
  const { status, applied } = release(['Complete'], options);
  expect([status, applied]).toEqual([2, []]);
});

it('a migration that fails ends the release before any process changes', () => {
  const { status, applied } = release(['', 'FailureTarget Failed'], { succeeds: false });
  expect(status).not.toBe(0);
  expect(applied).toEqual([SETTINGS, 'migrate']);
});

it('a migration that cannot start is told about each minute', () => {
  const { stdout } = release([...Array<string>(65).fill(''), 'Complete']);
  expect(stdout.match(/no such image/g)).toHaveLength(2);
});
