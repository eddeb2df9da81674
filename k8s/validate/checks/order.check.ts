// Checks the order in which Argo CD applies objects: what the migration Job needs, the Job, owners, workers, the gateway.
import { selects, type Check, type Cluster, type Manifest } from '../cluster.ts';
import { OWNERS } from '../sizes.ts';
import { variablesOf } from '../variables.ts';

function waveOf({ metadata }: Manifest): number {
  return Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
}

/** The objects without which a Job cannot run, among those of the overlay. */
function neededBy(cluster: Cluster, job: Manifest): Manifest[] {
  const workload = cluster.workloads().find(({ object }) => object === job);
  if (!workload) return [];
  const { pod, labels } = workload;
  const sources = pod.containers
    .flatMap((one) => variablesOf(cluster, one))
    .flatMap(({ from }) => from ?? []);
  const mounted = (pod.volumes ?? []).flatMap(({ configMap }) => configMap?.name ?? []);
  return cluster.objects.filter((object) => {
    const { kind, metadata } = object;
    if (kind === 'Namespace' || (kind === 'ConfigMap' && mounted.includes(metadata.name))) return true;
    if (kind === 'ServiceAccount') return metadata.name === pod.serviceAccountName;
    if (kind === 'NetworkPolicy')
      return selects(cluster.find('NetworkPolicy', metadata.name)?.spec?.podSelector, labels);
    const secret = cluster.find('ExternalSecret', metadata.name)?.spec?.target?.name ?? metadata.name;
    if (kind === 'ExternalSecret')
      return sources.some(({ kind: of, name }) => of === 'Secret' && name === secret);
    return sources.some(({ kind: of, name }) => of === kind && name === metadata.name);
  });
}

const waves: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  for (const job of cluster.all('Job')) {
    for (const needed of neededBy(cluster, job))
      if (waveOf(needed) >= waveOf(job))
        report(needed, `must be in an earlier wave than ${job.metadata.name}`);
  }
  const steps = [['migrate'], OWNERS, ['import-worker', 'generation-worker', 'webhook-worker'], ['gateway']];
  const objects = [...cluster.all('Job'), ...cluster.all('Deployment')];
  const stepsOf = steps.map((names) => objects.filter(({ metadata }) => names.includes(metadata.name)));
  stepsOf.slice(1).forEach((step, i) => {
    const before = Math.max(...(stepsOf[i] ?? []).map(waveOf));
    for (const one of step)
      if (waveOf(one) <= before) report(one, `must be in a later wave than ${steps[i]?.join(', ') ?? ''}`);
  });
  const scalers = [
    ...cluster.all('HorizontalPodAutoscaler').map((one) => ({ one, name: one.spec?.scaleTargetRef.name })),
    ...cluster.all('ScaledObject').map((one) => ({ one, name: one.spec.scaleTargetRef.name })),
  ];
  for (const { one, name } of scalers) {
    const target = cluster.find('Deployment', name);
    if (target && waveOf(one) < waveOf(target))
      report(one, `waits for ${name ?? ''}, which is in a later wave`);
  }
};

/** The order of a deployment. */
export const orderChecks: readonly Check[] = [waves];
