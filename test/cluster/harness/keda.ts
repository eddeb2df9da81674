// KEDA in the cluster: its operator, its server of metrics, and what lets the autoscaler ask for them.
import type { Kubectl } from './kubectl.ts';

export const KEDA = 'keda';
const CERTIFICATES = { mountPath: '/certs', name: 'certificates', readOnly: true };
const GROUP = 'rbac.authorization.k8s.io';

/** Installs it; resolves when metrics can be asked for. */
export async function installKeda(kubectl: Kubectl): Promise<void> {
  await kubectl.apply([...rights(), operator(), adapter(), ...services()]);
  const rollout = ['rollout', 'status', 'deployment', '--namespace', KEDA, '--timeout=300s'];
  await kubectl.run(rollout);
  const available = [
    '--for=condition=available',
    'apiservice/v1beta1.external.metrics.k8s.io',
    '--timeout=120s',
  ];
  await kubectl.run(['wait', ...available]);
}

function rights(): object[] {
  const binding = (name: string, role: string, namespace: string, account: string): object => ({
    apiVersion: `${GROUP}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
  });
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: KEDA } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: KEDA, namespace: KEDA } },
    binding('keda', 'cluster-admin', KEDA, KEDA),
    {
      apiVersion: `${GROUP}/v1`,
      kind: 'ClusterRole',
      metadata: { name: 'external-metrics' },
      rules: [{ apiGroups: ['external.metrics.k8s.io'], resources: ['*'], verbs: ['*'] }],
    },
    binding('external-metrics', 'external-metrics', 'kube-system', 'horizontal-pod-autoscaler'),
  ];
}

function operator(): object {
  const args = ['--enable-cert-rotation=true', '--zap-log-level=info', '--validating-webhook-name='];
  return deployment('keda-operator', '/operator', args, { path: '/readyz', port: 8081 });
}

function adapter(): object {
  const files = [
    '--client-ca-file=/certs/ca.crt',
    '--tls-cert-file=/certs/tls.crt',
    '--tls-private-key-file=/certs/tls.key',
  ];
  const args = ['--secure-port=6443', '--cert-dir=/certs', '--port=8082', ...files];
  return deployment('keda-metrics-apiserver', '/adapter', args, {
    path: '/readyz',
    port: 6443,
    scheme: 'HTTPS',
  });
}

function deployment(name: string, command: string, args: readonly string[], httpGet: object): object {
  const container = {
    name: 'app',
    image: 'shelfscribe/keda:test',
    command: [command],
    args,
    env: [
      { name: 'WATCH_NAMESPACE', value: '' },
      { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    ],
    readinessProbe: { httpGet, periodSeconds: 3 },
    volumeMounts: [CERTIFICATES, { name: 'tmp', mountPath: '/tmp' }],
  };
  // The operator makes the certificates, with which the other one waits to start.
  const secret = { secretName: 'kedaorg-certs', optional: command === '/operator' };
  const volumes = [
    { name: 'certificates', secret },
    { name: 'tmp', emptyDir: {} },
  ];
  const labels = { app: name };
  const spec = { serviceAccountName: KEDA, containers: [container], volumes };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: KEDA },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

function services(): object[] {
  const service = (name: string, port: number, targetPort: number): object => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: KEDA },
    spec: { selector: { app: name }, ports: [{ port, targetPort }] },
  });
  return [
    service('keda-operator', 9666, 9666),
    service('keda-metrics-apiserver', 443, 6443),
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1beta1.external.metrics.k8s.io' },
      spec: {
        service: { name: 'keda-metrics-apiserver', namespace: KEDA },
        group: 'external.metrics.k8s.io',
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    },
  ];
}
