// T3: the API server takes every overlay without a warning, admits its pods, and finds nothing to change a second time.
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { discardNamespace, everyWorkloadHasPods, installKinds, NAMESPACE, overlay } from './namespace.ts';
import type { Cluster, Step } from './step.ts';

const OVERLAYS = ['overlays/local', 'overlays/staging', 'overlays/production', 'examples/aws'];
/** Kinds of objects that no overlay has. */
const MADE_BY_CLUSTER =
  /^(pods|events|endpoint|replicasets|leases|controllerrevisions|persistentvolumeclaims)/;
/** A pod that the rule of the namespace must refuse: then the rule is in force, and our pods have passed it. */
const LAX = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'lax', namespace: NAMESPACE },
  spec: { containers: [{ name: 'app', image: 'shelfscribe:local' }] },
};

export const admitted: Step = {
  name: 'T3',
  title: 'the API server takes every overlay without a warning, and admits the pods',
  async run(cluster) {
    await installKinds(cluster);
    for (const path of OVERLAYS) {
      await takes(cluster, path);
      await discardNamespace(cluster);
    }
  },
};

async function takes(cluster: Cluster, path: string): Promise<void> {
  const { kubectl } = cluster;
  const file = ['--kustomize', overlay(path)];
  const first = await kubectl.ask(['apply', ...file]);
  assert.equal(first.code, 0, `${path}: ${first.stderr}`);
  assert.equal(first.stderr, '', `${path} is applied with warnings.`);
  const before = await desired(cluster);
  await kubectl.run(['apply', ...file]);
  assert.deepEqual(await desired(cluster), before, `A second apply of ${path} changes objects.`);
  const workloads = await everyWorkloadHasPods(cluster);
  const server = await kubectl.ask(['apply', '--server-side', '--force-conflicts', ...file]);
  assert.deepEqual([server.code, server.stderr], [0, ''], `${path} is applied by the server with warnings.`);
  assert.deepEqual(
    await desired(cluster),
    before,
    `${path}: the server's apply changes what kubectl's made.`,
  );
  const { stderr } = await kubectl.ask(['create', '--filename', '-'], JSON.stringify(LAX));
  assert.match(stderr, /violates PodSecurity "restricted/, 'The namespace takes any pod.');
  console.log(`          ${path}: ${before.length} objects, ${workloads} workloads have pods`);
}

interface Kept {
  kind: string;
  metadata: { name: string; labels?: object };
  status?: object;
}

/**
 * What is desired of each object. kubectl's own words do not tell whether an apply changes it: they are "configured" for all
 * that is sent in another form than the server keeps, such as a long Secret.
 */
export async function desired({ kubectl }: Cluster): Promise<string[]> {
  const kinds = await kubectl.run(['api-resources', '--verbs=list', '--namespaced', '--output', 'name']);
  const ours = kinds.split('\n').filter((kind) => !MADE_BY_CLUSTER.test(kind));
  const { items } = await kubectl.get<{ items: Kept[] }>(ours.join(','), '--namespace', NAMESPACE);
  return items
    .map(({ kind, metadata, status: _, ...rest }) => {
      // The number of replicas is the autoscaler's.
      const text = JSON.stringify([metadata.labels, rest], (key, value: unknown) =>
        key === 'replicas' ? 0 : value,
      );
      return `${kind}/${metadata.name} ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
    })
    .toSorted();
}
