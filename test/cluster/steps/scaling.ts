// T8: KEDA gives the queue of generations more workers and takes them away again; no job is interrupted.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { newestProduct, startSlow } from '../../../scripts/compose/client.ts';
import { projectFile } from '#testing/servers';
import { until } from '#testing/until';
import { installKeda, KEDA } from '../harness/keda.ts';
import { haveEnded } from './drain.ts';
import { allAvailable, ensureInstalled } from './installation.ts';
import { installKinds, NAMESPACE } from './namespace.ts';
import { clearModelRequests, forwarded, personWithProduct } from '../people/people.ts';
import type { Cluster, Step } from './step.ts';

const WORKER = 'generation-worker';
/** As many workers as two cores can start in a minute. */
const MOST = 10;
/** As many as a workspace may run at once, and these workers have places for. */
const GENERATIONS = 100;
/** How many workers the component asks for where nobody can count the jobs. */
const FALLBACK = 5;

export const scaled: Step = {
  name: 'T8',
  title: `KEDA: 1 → ${MOST} → 1 workers, each generation is written once; the fallback while Redis is away`,
  async run(cluster) {
    await ensureInstalled(cluster);
    await installKinds(cluster);
    await installKeda(cluster.kubectl);
    const apply = ['--kustomize', withKeda(cluster)];
    await cluster.kubectl.run(['apply', ...apply]);
    try {
      await cluster.kubectl.run([
        'wait',
        '--for=condition=ready',
        'scaledobject',
        '--all',
        '--namespace',
        NAMESPACE,
        '--timeout=120s',
      ]);
      await forwarded(cluster, async () => {
        const person = await personWithProduct();
        await clearModelRequests();
        const { id } = await newestProduct(person);
        const generations = await startSlow(person, id, GENERATIONS);
        await replicasBecome(cluster, WORKER, MOST);
        await haveEnded(generations);
        await replicasBecome(cluster, WORKER, 1);
      });
      await withoutRedis(cluster);
    } finally {
      await cluster.kubectl.run(['delete', ...apply]);
    }
  },
};

/**
 * With a bound for a small machine, all new workers in one step, before the first generations end, and without the wait before
 * workers are taken away.
 */
const PATCH = [
  { op: 'replace', path: '/spec/maxReplicaCount', value: MOST },
  {
    op: 'add',
    path: '/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleUp',
    value: { policies: [{ type: 'Pods', value: MOST, periodSeconds: 15 }] },
  },
  {
    op: 'replace',
    path: '/spec/advanced/horizontalPodAutoscalerConfig/behavior/scaleDown',
    value: { stabilizationWindowSeconds: 15, policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
  },
];
/** What the local overlay lacks for KEDA: the way to Redis, and the password. */
const POLICY = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'redis-from-keda' },
  spec: {
    podSelector: { matchLabels: { 'app.kubernetes.io/name': 'redis' } },
    policyTypes: ['Ingress'],
    ingress: [
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': KEDA } } }],
        ports: [{ protocol: 'TCP', port: 6379 }],
      },
    ],
  },
};
const SECRET = ['address=redis.shelfscribe:6379', 'username=scaler', 'password=localredisscaler'];

/** Makes a folder with the component and these; gives its path. */
export function withKeda({ folder }: Cluster): string {
  const path = join(folder, 'scaling');
  mkdirSync(path, { recursive: true });
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: NAMESPACE,
    resources: ['policy.json'],
    components: [relative(path, projectFile('k8s/components/keda'))],
    generatorOptions: { disableNameSuffixHash: true },
    secretGenerator: [{ name: 'keda-redis', literals: SECRET }],
    patches: [{ target: { kind: 'ScaledObject' }, patch: JSON.stringify(PATCH) }],
  };
  writeFileSync(join(path, 'kustomization.yaml'), JSON.stringify(kustomization));
  writeFileSync(join(path, 'policy.json'), JSON.stringify(POLICY));
  return path;
}

/** Takes Redis away until each worker has the replicas of its fallback, and brings it back. */
async function withoutRedis(cluster: Cluster): Promise<void> {
  const redis = ['statefulset/redis', '--namespace', NAMESPACE];
  await cluster.kubectl.run(['scale', '--replicas=0', ...redis]);
  console.log('          without Redis:');
  await replicasBecome(cluster, WORKER, FALLBACK);
  await replicasBecome(cluster, 'import-worker', 2);
  await cluster.kubectl.run(['scale', '--replicas=1', ...redis]);
  console.log('          with Redis again:');
  for (const worker of [WORKER, 'import-worker']) await replicasBecome(cluster, worker, 1);
  await allAvailable(cluster);
}

/** Waits until an autoscaler has given a process this number of replicas. */
export async function replicasBecome({ kubectl }: Cluster, name: string, count: number): Promise<void> {
  const startedAt = performance.now();
  const deployment = ['get', `deployment/${name}`, '--namespace', NAMESPACE];
  const look = async (): Promise<boolean> =>
    Number(await kubectl.run([...deployment, '--output', 'jsonpath={.spec.replicas}'])) === count;
  await until(`${name} has ${count} replicas`, look, { withinMs: 300_000, everyMs: 1000 });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`          ${name}: ${count} after ${seconds} s`);
}
