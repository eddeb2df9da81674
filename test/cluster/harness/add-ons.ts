// What a cluster has beside Kubernetes itself: volumes, a name server, and network policies that are enforced.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './certificates.ts';
import { start, type Place } from './control-plane.ts';
import type { Kubectl } from './kubectl.ts';

/** More than one installation needs, since a volume is not used again. */
const VOLUMES = 12;
const NAME_SERVER = { name: 'kube-dns', namespace: 'kube-system' };
const LABELS = { 'k8s-app': 'kube-dns' };
const COREFILE = `.:53 {
  errors
  ready
  cache 5
  kubernetes cluster.local in-addr.arpa
}`;

/** Installs them; resolves when names are answered. */
export async function installAddOns(place: Place, credentials: Credentials, kubectl: Kubectl): Promise<void> {
  const engine = [credentials.kubeconfig('admin'), 'node-1', '10.96.0.0/16'];
  await start(place, 'policies', engine, /policies are enforced/);
  await kubectl.apply([...volumes(place), ...nameServer()]);
  const rollout = [
    'rollout',
    'status',
    'deployment/kube-dns',
    '--namespace',
    'kube-system',
    '--timeout=120s',
  ];
  await kubectl.run(rollout);
}

/** Folders of this machine as volumes, which anybody may write, as those of kind. */
function volumes(place: Place): object[] {
  const made = Array.from({ length: VOLUMES }, (_, number) => {
    const path = join(place.folder, `volumes/${number}`);
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `volume-${number}` },
      spec: {
        storageClassName: 'standard',
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Retain',
        hostPath: { path },
      },
    };
  });
  return [
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    ...made,
  ];
}

function nameServer(): object[] {
  const ports = [
    { name: 'dns', port: 53, protocol: 'UDP' },
    { name: 'dns-tcp', port: 53, protocol: 'TCP' },
  ];
  const container = {
    name: 'name-server',
    image: 'shelfscribe/name-server:test',
    args: ['-conf', '/etc/coredns/Corefile'],
    readinessProbe: { httpGet: { path: '/ready', port: 8181 } },
    volumeMounts: [{ name: 'settings', mountPath: '/etc/coredns' }],
  };
  const spec = {
    serviceAccountName: 'kube-dns',
    containers: [container],
    volumes: [{ name: 'settings', configMap: { name: 'kube-dns' } }],
  };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: NAME_SERVER },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: NAME_SERVER, data: { Corefile: COREFILE } },
    ...rights(),
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: NAME_SERVER,
      spec: { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec } },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: NAME_SERVER,
      spec: { clusterIP: '10.96.0.10', selector: LABELS, ports },
    },
  ];
}

function rights(): object[] {
  const rule = (apiGroups: string[], resources: string[]): object => ({
    apiGroups,
    resources,
    verbs: ['list', 'watch'],
  });
  const group = 'rbac.authorization.k8s.io';
  return [
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'kube-dns' },
      rules: [
        rule([''], ['services', 'pods', 'namespaces', 'endpoints']),
        rule(['discovery.k8s.io'], ['endpointslices']),
      ],
    },
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'kube-dns' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'kube-dns' },
      subjects: [{ kind: 'ServiceAccount', ...NAME_SERVER }],
    },
  ];
}
