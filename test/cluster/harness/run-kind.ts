// Runs the steps on kind, where it is installed: a node in a container, with the images of a registry.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runSteps } from '../steps/index.ts';
import { Kubectl } from './kubectl.ts';
import type { Place } from './control-plane.ts';

/** Makes a cluster of one node, runs the steps, and deletes it; gives the exit code. */
export async function runOnKind(
  place: Place,
  images: readonly string[],
  names: readonly string[],
): Promise<number> {
  const name = `shelfscribe-test-${process.pid}`;
  const env = {
    HOME: place.folder,
    KUBECONFIG: join(place.folder, 'admin.kubeconfig'),
    PATH: process.env['PATH'] ?? '',
  };
  const kind = async (...args: readonly string[]): Promise<void> => {
    await promisify(execFile)('kind', [...args, '--name', name], { env });
  };
  try {
    await kind('create', 'cluster', '--wait', '180s');
    await kind('load', 'docker-image', ...images);
    const cluster = {
      kubectl: new Kubectl(env),
      env,
      node: `${name}-control-plane`,
      hasOutside: false,
      ...place,
    };
    return await runSteps(cluster, names);
  } finally {
    await kind('delete', 'cluster');
  }
}
