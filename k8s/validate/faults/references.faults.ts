// Seeds references to objects that do not exist, or to too many objects.
import { APP, fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const REFERENCE_FAULTS: readonly Fault[] = [
  fault('ServiceAccount/auth', 'metadata.name', 'catalogue', /exists twice/),
  fault('Service/gateway', 'metadata.namespace', 'default', /is in namespace default/),
  fault(
    'Deployment/auth',
    'spec.selector.matchLabels',
    { 'app.kubernetes.io/name': 'autth' },
    /not select its own/,
  ),
  fault(
    'Deployment/auth',
    'spec.selector.matchLabels',
    { 'app.kubernetes.io/part-of': 'shelfscribe' },
    /also selects/,
  ),
  fault('Deployment/auth', `${APP}.volumeMounts.0.name`, 'temp', /mounts temp/),
  fault('ConfigMap/settings', '', undefined, /there is no ConfigMap settings-\w+$/),
  fault('ExternalSecret/auth', 'spec.dataFrom', undefined, /no Secret auth with NATS_PASSWORD/),
  fault('ExternalSecret/auth', 'spec.target.name', 'auht', /no Secret auth with/),
  fault('ConfigMap/postgres-init', '', undefined, /no ConfigMap postgres-init/, 'local'),
  fault('Service/gateway', 'spec.selector', { 'app.kubernetes.io/name': 'gatewya' }, /selects 0 workloads/),
  fault('Service/gateway', 'spec.ports.0.targetPort', 'htttp', /no port htttp/),
  fault('HTTPRoute/base', 'spec.rules.0.backendRefs.0.port', 8080, /no Service gateway with port 8080/),
  fault('HTTPRoute/base', 'spec.rules.1.timeouts', undefined, /without a request timeout/),
  fault('HTTPRoute/core', 'spec.hostnames.0', 'api.example.com', /claim the same host/),
  fault('HTTPRoute/core', 'spec.parentRefs.0.sectionName', undefined, /has no listener/),
  fault('HTTPRoute/core', 'spec.parentRefs.0.sectionName', 'http', /answers without TLS/),
  fault('HTTPRoute/redirect', 'spec.rules.0.filters', undefined, /answers without TLS/),
  fault('HTTPRoute/core', 'spec.parentRefs.0.name', 'edge', /is not the Gateway of README.md/),
  fault('HTTPRoute/core', 'metadata.namespace', 'shop', /does not admit routes of our namespace/),
  fault('HTTPRoute/core', 'spec.parentRefs', undefined, /has no parent Gateway/),
  fault('HorizontalPodAutoscaler/auth', 'spec.scaleTargetRef.name', 'auht', /scales Deployment\/auht/),
  fault('ScaledObject/import-worker', 'spec.scaleTargetRef.name', 'imports', /scales Deployment\/imports/),
  fault('PodDisruptionBudget/auth', 'spec.selector.matchLabels', { app: 'auth' }, /selects no pod/),
  fault('PodMonitor/processes', 'spec.selector.matchLabels', { app: 'auth' }, /does not select gateway/),
  fault('PodMonitor/processes', 'spec.podMetricsEndpoints.0.port', 'metrics', /has no port metrics/),
  fault('HTTPRoute/base', 'spec.rules.0.backendRefs', [], /rule without a backend/),
];
