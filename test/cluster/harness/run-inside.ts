// Runs on the machine of the test: starts the cluster, then one step after the other.
import { join } from 'node:path';
import { projectFile } from '#testing/servers';
import { runSteps, timed } from '../steps/index.ts';
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
  const env = {
    HOME: place.folder, // where kubectl keeps what it knows of the API server
    KUBECONFIG: credentials.kubeconfig('admin'),
    PATH: `${place.programs}:/usr/sbin:/usr/bin:/sbin:/bin`,
  };
  const kubectl = new Kubectl(env);
  try {
    await timed('control plane', () => startControlPlane(place, credentials, kubectl));
    await timed('node', () => startNode(place, credentials, kubectl));
    await timed('name server, policies', () => installAddOns(place, credentials, kubectl));
  } catch (error) {
    console.error((error as Error).stack);
    return 1;
  }
  return runSteps({ kubectl, env, node: 'node-1', hasOutside: true, ...place }, names);
}
