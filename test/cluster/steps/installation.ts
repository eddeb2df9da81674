// T1: the README's "On one machine", literally: everything becomes available, and the tour of the README passes.
import { strict as assert } from 'node:assert';
import { tour } from '../../../scripts/compose/client.ts';
import { DEMO } from '../../../scripts/start/demo-account.ts';
import { NAMESPACE, overlay } from './namespace.ts';
import { forwarded, GATEWAY } from '../people/people.ts';
import type { Cluster, Step } from './step.ts';

/** The installation stays for the steps that follow. */
export const installed: Step = {
  name: 'T1',
  title: '"On one machine": all is available, and the tour passes',
  async run(cluster) {
    await install(cluster);
    await createAccount(cluster);
    const restarts = await restartsOf(cluster);
    assert.deepEqual(
      restarts.filter(({ count }) => count > 1),
      [],
      'Pods restarted more than once.',
    );
    await forwarded(cluster, () => tour(GATEWAY));
  },
};

/** Installs it for a step that is run alone. */
export async function ensureInstalled(cluster: Cluster): Promise<void> {
  const { code } = await cluster.kubectl.ask(['get', 'deployment/gateway', '--namespace', NAMESPACE]);
  if (code === 0) return;
  await install(cluster);
  await createAccount(cluster);
}

/** Installs the local overlay and waits for it, as the README says. */
async function install(cluster: Cluster): Promise<void> {
  const startedAt = performance.now();
  const { kubectl } = cluster;
  await kubectl.run(['apply', '--kustomize', overlay('overlays/local')]);
  await kubectl.run([
    'wait',
    '--namespace',
    NAMESPACE,
    '--timeout=300s',
    '--for=condition=complete',
    'job/migrate',
  ]);
  await allAvailable(cluster);
  console.log(`          all available after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

/** Waits until every Deployment has the replicas that it is to have, as it is to have them. */
export async function allAvailable({ kubectl }: Cluster): Promise<void> {
  const all = ['deployment', '--selector', 'app.kubernetes.io/part-of=shelfscribe'];
  await kubectl.run(['rollout', 'status', ...all, '--namespace', NAMESPACE, '--timeout=600s']);
}

async function createAccount({ kubectl }: Cluster): Promise<void> {
  const admin = ['/nodejs/bin/node', '/app/entry.mjs', 'auth', 'admin', 'account', 'create'];
  const { password, ...account } = DEMO;
  const exec = [
    'exec',
    '--namespace',
    NAMESPACE,
    '--stdin',
    'deployment/auth',
    '--',
    ...admin,
    JSON.stringify(account),
  ];
  await kubectl.run(exec, `${password}\n`);
}

interface Pod {
  metadata: { name: string };
  status: { containerStatuses?: { restartCount: number }[] };
}

async function restartsOf({ kubectl }: Cluster): Promise<{ name: string; count: number }[]> {
  const { items } = await kubectl.get<{ items: Pod[] }>('pod', '--namespace', NAMESPACE);
  return items.map(({ metadata: { name }, status: { containerStatuses = [] } }) => ({
    name,
    count: Math.max(0, ...containerStatuses.map(({ restartCount }) => restartCount)),
  }));
}
