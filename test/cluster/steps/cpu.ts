// CPU: the autoscalers of the base know what their pods use; the gateway gets replicas and gives them back, under load.
import { strict as assert } from 'node:assert';
import { until } from '#testing/until';
import { installMetricsServer } from '../harness/metrics-server.ts';
import { allAvailable, ensureInstalled } from './installation.ts';
import { NAMESPACE, removeNamespace } from './namespace.ts';
import { EDGE, startLoad } from './release.ts';
import { replicasBecome } from './scaling.ts';
import type { Cluster, Step } from './step.ts';

const MOST = 3;
/** Uses a core in the pod of the gateway until its standard input ends. */
const BUSY = `
const use = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(use); };
process.stdin.on('end', () => process.exit(0)).resume();
use();`;
/**
 * For a small machine: the pods request so little there that an idle one uses more than seven tenths. Without the wait before
 * replicas are taken away.
 */
const PATCH = [
  { op: 'replace', path: '/spec/maxReplicas', value: MOST },
  { op: 'replace', path: '/spec/metrics/0/resource/target/averageUtilization', value: 400 },
  {
    op: 'replace',
    path: '/spec/behavior/scaleDown',
    value: { stabilizationWindowSeconds: 15, policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
  },
];

export const scaledByCpu: Step = {
  name: 'CPU',
  title: `autoscalers by CPU know their targets; the gateway: 1 → ${MOST} → 1 replicas, and no request fails`,
  async run(cluster) {
    const { kubectl } = cluster;
    await ensureInstalled(cluster);
    await installMetricsServer(kubectl);
    await until('all targets are known', () => allKnown(cluster), { withinMs: 180_000, everyMs: 2000 });
    const hpa = (patch: object): string[] => [
      'patch',
      'hpa/gateway',
      '--namespace',
      NAMESPACE,
      '--type=json',
      `--patch=${JSON.stringify(patch)}`,
    ];
    await kubectl.run(hpa(PATCH));
    const stop = await startLoad(cluster);
    const gateway = ['deployment/gateway', '--namespace', NAMESPACE];
    const busy = kubectl.start(['exec', '--stdin', ...gateway, '--', '/nodejs/bin/node', '--eval', BUSY]);
    try {
      await replicasBecome(cluster, 'gateway', MOST);
      await allAvailable(cluster);
      busy.kill();
      await replicasBecome(cluster, 'gateway', 1);
      const { requests, failures, lost } = await stop();
      console.log(`          ${requests} requests meanwhile`);
      assert.deepEqual([failures, lost], [[], []]);
    } finally {
      busy.kill();
      await kubectl.run(hpa([{ op: 'replace', path: '/spec/maxReplicas', value: 1 }]));
      await removeNamespace(cluster, EDGE);
    }
  },
};

interface Autoscaler {
  metadata: { name: string };
  status: { currentMetrics?: { resource?: { current: { averageUtilization?: number } } }[] };
}

/** Whether each autoscaler knows the CPU of its pods; prints it then. */
async function allKnown({ kubectl }: Cluster): Promise<boolean> {
  const { items } = await kubectl.get<{ items: Autoscaler[] }>('hpa', '--namespace', NAMESPACE);
  const ours = items.filter(({ metadata }) => !metadata.name.startsWith('keda-'));
  const used = ours.map(({ metadata: { name }, status: { currentMetrics = [] } }) => ({
    name,
    percent: currentMetrics[0]?.resource?.current.averageUtilization,
  }));
  if (used.length === 0 || used.some(({ percent }) => percent === undefined)) return false;
  console.log(`          ${used.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}`);
  return true;
}
