// Builds the programs of the cluster from Go modules, once for each version of them.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '#testing/servers';

/** The Go modules of this folder, and which packages of each are programs: those of its `tool` lines, or its own. */
const MODULES = {
  kubernetes: 'tool',
  crds: 'tool',
  'name-server': '.',
  policies: '.',
  keda: 'tool',
  metrics: 'tool',
  nats: 'tool',
};
/** What kind lacks. */
const ON_KIND = ['crds', 'keda', 'metrics', 'nats'];

const GO = '/usr/local/go/bin/go';

/** The Go compiler; undefined where there is none. */
export function findGo(): string | undefined {
  return [...(process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'go')), GO].find(existsSync);
}

/** Builds the programs into a folder, unless they are there. */
export async function buildPrograms(go: string, folder: string, onKind: boolean): Promise<void> {
  for (const [module, packages] of Object.entries(MODULES))
    if (!onKind || ON_KIND.includes(module)) await build(go, module, packages, folder);
}

async function build(go: string, module: string, packages: string, folder: string): Promise<void> {
  const source = projectFile(join('test/cluster', module));
  const files = readdirSync(source).map((file) => readFileSync(join(source, file), 'utf8'));
  const version = (await promisify(execFile)(go, ['version'])).stdout;
  const hash = createHash('sha256')
    .update([...files, version].join(''))
    .digest('hex');
  const stamp = join(folder, `${module}.built`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  mkdirSync(folder, { recursive: true });
  const startedAt = performance.now();
  console.log(`Building ${module} …`);
  // Below all else on this machine: the first build takes long.
  const args = [
    '-n',
    '10',
    go,
    'build',
    '-p',
    '2',
    '-ldflags',
    linkerFlags(files.join('')),
    '-o',
    `${folder}/`,
    packages,
  ];
  await runIn(source, 'nice', args);
  writeFileSync(stamp, hash);
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

/** Kubernetes reads its own version from variables that its build sets. */
function linkerFlags(goMod: string): string {
  const [, version, minor] = /k8s[.]io[/]kubernetes (v1[.](\d+)[.]\d+)/.exec(goMod) ?? [];
  if (version === undefined) return '-s -w';
  const variables = { gitVersion: version, gitMajor: '1', gitMinor: minor, gitTreeState: 'clean' };
  const places = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  const set = places.flatMap((place) =>
    Object.entries(variables).map(([name, value]) => `-X ${place}.${name}=${value}`),
  );
  return ['-s', '-w', ...set].join(' ');
}

/** Runs a program in a folder; throws when it fails. What it writes is shown. */
export function runIn(cwd: string, program: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, CGO_ENABLED: '0' };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')} failed (${code})`)),
    );
  });
}
