// Runs on the machine of the test: starts the cluster, then one step after the other.
import { join } from 'node:path';
import { projectFile } from '#testing/servers';
import { STEPS } from '../steps/index.ts';
import { installAddOns } from './add-ons.ts';
import { Credentials } from './certificates.ts';
import { startControlPlane } from './control-plane.ts';
import { startNode } from './node.ts';
import { Kubectl } from './kubectl.ts';

const FOLDER = projectFile('.local/cluster');

/** Runs the steps that the arguments name, or all; gives the exit code. */
export async function runInside(names: readonly string[]): Promise<number> {
  const place = { programs: join(FOLDER, 'bin'), folder: join(FOLDER, 'machine') };
  const credentials = await Credentials.make(place.folder);
  const kubectl = new Kubectl(join(place.programs, 'kubectl'), credentials.kubeconfig('admin'));
  const env = {
    KUBECONFIG: credentials.kubeconfig('admin'),
    PATH: `${place.programs}:/usr/sbin:/usr/bin:/sbin:/bin`,
  };
  try {
    await timed('control plane', () => startControlPlane(place, credentials, kubectl));
    await timed('node', () => startNode(place, credentials, kubectl));
    await timed('name server, policies', () => installAddOns(place, credentials, kubectl));
    for (const step of STEPS)
      if (names.length === 0 || names.includes(step.name))
        await timed(`${step.name}  ${step.title}`, () => step.run({ kubectl, env, ...place }));
    console.log('passed');
    return 0;
  } catch (error) {
    console.error((error as Error).stack);
    return 1;
  }
}

/** Runs something and prints its duration. */
async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await work();
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${name}`);
}
