// metrics-server in the cluster, which tells the autoscalers by CPU what the pods use.
import type { Kubectl } from './kubectl.ts';

const NAME = { name: 'metrics-server', namespace: 'kube-system' };
const LABELS = { 'k8s-app': 'metrics-server' };
const API = 'v1beta1.metrics.k8s.io';
const ARGS = [
  '--secure-port=4443',
  '--cert-dir=/tmp',
  '--metric-resolution=15s',
  '--kubelet-preferred-address-types=InternalIP',
  '--kubelet-insecure-tls', // the kubelet of the test has made its certificate itself
];

/** Installs it; resolves when the use of pods can be asked for. */
export async function installMetricsServer(kubectl: Kubectl): Promise<void> {
  await kubectl.apply([...account(), deployment(), ...api()]);
  await kubectl.run(['wait', '--for=condition=available', `apiservice/${API}`, '--timeout=300s']);
}

function account(): object[] {
  const group = 'rbac.authorization.k8s.io';
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: NAME },
    {
      apiVersion: `${group}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: NAME.name },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', ...NAME }],
    },
  ];
}

function deployment(): object {
  const container = {
    name: 'app',
    image: 'shelfscribe/metrics-server:test',
    args: ARGS,
    // It is ready when it has measured the pods of each node.
    readinessProbe: { httpGet: { path: '/readyz', port: 4443, scheme: 'HTTPS' }, periodSeconds: 3 },
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
  };
  const spec = {
    serviceAccountName: NAME.name,
    containers: [container],
    volumes: [{ name: 'tmp', emptyDir: {} }],
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: NAME,
    spec: { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec } },
  };
}

function api(): object[] {
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: NAME,
      spec: { selector: LABELS, ports: [{ port: 443, targetPort: 4443 }] },
    },
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: API },
      spec: {
        service: NAME,
        group: 'metrics.k8s.io',
        version: 'v1beta1',
        insecureSkipTLSVerify: true,
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    },
  ];
}
