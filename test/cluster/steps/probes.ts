// Tries connections from pods, and tells which of them can be made.
import { until } from '#testing/until';
import { NAMESPACE } from './namespace.ts';
import type { Cluster } from './step.ts';

/** What a connection is tried to. */
export interface Target {
  name: string;
  host: string;
  port: number;
}

/** Tries each target three times, because the rules of a new pod come a moment after it, and prints the names of those reached. */
const SCRIPT = `
const net = require('net');
const open = ({ host, port }) => new Promise((resolve) => {
  const socket = net.connect({ host, port, timeout: 3000 });
  const end = (result) => { socket.destroy(); resolve(result); };
  socket.on('connect', () => end(true)).on('timeout', () => end(false)).on('error', () => end(false));
});
const reached = async (target, tries = 3) => {
  if (await open(target)) return [target.name];
  if (tries === 1) return [];
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return reached(target, tries - 1);
};
Promise.all(JSON.parse(process.argv[1]).map((target) => reached(target)))
  .then((names) => console.log('reached ' + JSON.stringify(names.flat().sort())));
`;

function command(targets: readonly Target[]): string[] {
  return ['/nodejs/bin/node', '--eval', SCRIPT, JSON.stringify(targets)];
}

/** From a process of ours, in its own container. */
export async function probeFromOurs(
  { kubectl }: Cluster,
  name: string,
  targets: readonly Target[],
): Promise<string[]> {
  const exec = ['exec', '--namespace', NAMESPACE, `deployment/${name}`, '--'];
  return reached(await kubectl.run([...exec, ...command(targets)])) ?? [];
}

/** From the pod of Postgres, Redis or NATS, in a container that is added to it. */
export async function probeFromServer(
  cluster: Cluster,
  name: string,
  targets: readonly Target[],
): Promise<string[]> {
  const container = `probe-${Date.now()}`;
  const image = ['--image', 'shelfscribe:local', '--profile', 'restricted', '--container', container];
  const debug = ['debug', '--namespace', NAMESPACE, `pod/${name}-0`, ...image, '--'];
  await cluster.kubectl.run([...debug, ...command(targets)]);
  return logged(cluster, ['--namespace', NAMESPACE, `${name}-0`, '--container', container]);
}

/** From a pod of another namespace, which is made. */
export async function probeFromNew(
  cluster: Cluster,
  namespace: string,
  targets: readonly Target[],
): Promise<string[]> {
  const metadata = { name: 'probe', namespace };
  await cluster.kubectl.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'probe', image: 'shelfscribe:local', command: command(targets) }],
      },
    },
  ]);
  return logged(cluster, ['--namespace', namespace, 'probe']);
}

function logged({ kubectl }: Cluster, where: readonly string[]): Promise<string[]> {
  const look = async (): Promise<string[] | undefined> =>
    reached((await kubectl.ask(['logs', ...where])).stdout);
  return until(`the probe ${where.join(' ')} has ended`, look, { withinMs: 120_000, everyMs: 1000 });
}

function reached(output: string): string[] | undefined {
  const [, names] = /^reached (.*)$/m.exec(output) ?? [];
  return names === undefined ? undefined : (JSON.parse(names) as string[]);
}
