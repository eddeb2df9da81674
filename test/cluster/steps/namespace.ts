// The namespace of an installation: how it is filled and how it is removed.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '#testing/until';
import { projectFile } from '#testing/servers';
import type { Cluster } from './step.ts';

export const NAMESPACE = 'shelfscribe';

/** Full path of a folder with a kustomization. */
export function overlay(path: string): string {
  return projectFile(`k8s/${path}`);
}

/** Installs the kinds of the add-ons, without the add-ons. */
export async function installKinds({ kubectl, programs }: Cluster): Promise<void> {
  const folder = join(programs, 'kinds');
  const files = readdirSync(folder).flatMap((file) => ['--filename', join(folder, file)]);
  await kubectl.run(['apply', '--server-side', ...files]);
  const kinds = ['wait', '--for=condition=established', 'customresourcedefinition', '--all', '--timeout=60s'];
  await kubectl.run(kinds);
}

/**
 * Deletes a namespace with all that is in it; resolves when it is gone. Its pods go first: while one is there, its namespace is
 * looked at again only after half the time that the slowest pod may take to stop.
 */
export async function removeNamespace({ kubectl }: Cluster, name = NAMESPACE): Promise<void> {
  const workloads = ['deployment,statefulset,job,pod', '--all', '--namespace', name];
  await kubectl.run(['delete', ...workloads, '--cascade=foreground', '--timeout=300s']);
  await kubectl.run(['delete', 'namespace', name, '--ignore-not-found', '--timeout=300s']);
}

/** The same at once, for pods of which most cannot start: the kubelet waits two minutes for a volume whose Secret is missing. */
export async function discardNamespace(cluster: Cluster): Promise<void> {
  const { kubectl } = cluster;
  const all = ['--all', '--namespace', NAMESPACE];
  const controllers = ['deployment,statefulset,job', ...all, '--cascade=foreground', '--wait=false'];
  await kubectl.run(['delete', ...controllers]);
  await kubectl.run(['delete', 'pod', ...all, '--force', '--grace-period=0']);
  await removeNamespace(cluster);
}

interface Workload {
  kind: string;
  metadata: { name: string };
  spec: { template: { metadata: { labels: Record<string, string> } } };
}

/** Waits until every workload has a pod, which admission has let in; throws with what refuses one. */
export async function everyWorkloadHasPods({ kubectl }: Cluster): Promise<number> {
  const inNamespace = ['--namespace', NAMESPACE];
  const { items } = await kubectl.get<{ items: Workload[] }>('deployment,statefulset,job', ...inNamespace);
  for (const { kind, metadata, spec } of items) {
    const name = spec.template.metadata.labels['app.kubernetes.io/name'];
    const selector = ['--selector', `app.kubernetes.io/name=${name}`];
    const look = async (): Promise<boolean> =>
      (await kubectl.run(['get', 'pod', '--output', 'name', ...inNamespace, ...selector])) !== '';
    await until(`${kind} ${metadata.name} has a pod`, look, { withinMs: 60_000, everyMs: 500 }).catch(
      async (cause: unknown) => {
        const events = await kubectl.run([
          'get',
          'events',
          ...inNamespace,
          '--field-selector',
          'type=Warning',
        ]);
        throw new Error(`${(cause as Error).message}\n${events}`, { cause });
      },
    );
  }
  return items.length;
}
