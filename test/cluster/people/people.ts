// What people and the model's stand-in say from this machine, through forwarded ports.
import type { ChildProcess } from 'node:child_process';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { signIn } from '../../../scripts/compose/client.ts';
import { NAMESPACE } from '../steps/namespace.ts';
import type { Cluster } from '../steps/step.ts';

export const GATEWAY = 'http://localhost:3000';
const MODEL = 'http://localhost:4010/v1/debug/requests';
/** The key of the sandbox in the local overlay. */
const KEY = { authorization: 'Bearer localmodelkey' };

/** Does something while the gateway and the sandbox answer on the ports that the README names. */
export async function forwarded<T>(cluster: Cluster, work: () => Promise<T>): Promise<T> {
  const processes = await Promise.all([
    forward(cluster, 'service/gateway', '3000:80'),
    forward(cluster, 'service/sandbox', '4010:4010'),
  ]);
  try {
    return await work();
  } finally {
    for (const process of processes) process.kill();
  }
}

async function forward({ kubectl }: Cluster, service: string, ports: string): Promise<ChildProcess> {
  const child = kubectl.start(['port-forward', '--namespace', NAMESPACE, service, ports]);
  await until(`${service} is reached`, () => child.stdout.read() as unknown, { everyMs: 100 });
  return child;
}

/** The demo account with at least one product. */
export async function personWithProduct(): Promise<Person> {
  const person = await signIn(GATEWAY);
  await person.importProducts(['B07Y33KYXZ']);
  return person;
}

/** Requests that the simulated models got since the list was cleared. */
export async function modelRequests(): Promise<number> {
  const response = await fetch(MODEL, { headers: KEY });
  return ((await response.json()) as unknown[]).length;
}

/** Clears that list. */
export async function clearModelRequests(): Promise<void> {
  await fetch(MODEL, { method: 'DELETE', headers: KEY });
}
