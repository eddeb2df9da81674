// Runs on the machine of the test: starts the cluster, then one step after the other.
import { join } from 'node:path';
import { projectFile } from '#testing/servers';
import { STEPS } from '../steps/index.ts';
import { Credentials } from './certificates.ts';
import { startControlPlane } from './control-plane.ts';
import { Kubectl } from './kubectl.ts';

const FOLDER = projectFile('.local/cluster');

/** Runs the steps that the arguments name, or all; gives the exit code. */
export async function runInside(names: readonly string[]): Promise<number> {
  const place = { programs: join(FOLDER, 'bin'), folder: join(FOLDER, 'machine') };
  const credentials = await Credentials.make(place.folder);
  const kubectl = new Kubectl(join(place.programs, 'kubectl'), credentials.kubeconfig('admin'));
  try {
    await timed('control plane', () => startControlPlane(place, credentials, kubectl));
    for (const step of STEPS)
      if (names.length === 0 || names.includes(step.name))
        await timed(`${step.name}  ${step.title}`, () => step.run({ kubectl, ...place }));
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
