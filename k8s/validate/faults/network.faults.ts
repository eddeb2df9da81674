// Seeds network policies that are missing, too wide or match nothing.
import { fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const NETWORK_FAULTS: readonly Fault[] = [
  fault('NetworkPolicy/default-deny', '', undefined, /no policy denies/),
  fault('NetworkPolicy/default-deny', 'spec.policyTypes', ['Ingress'], /no policy denies/),
  fault(
    'NetworkPolicy/processes-to-nats',
    '',
    undefined,
    /gateway: no policy allows it to connect to port 4222/,
  ),
  fault(
    'NetworkPolicy/owners-to-postgres',
    'spec.podSelector.matchExpressions.0.values',
    ['auth'],
    /Job\/migrate: no policy allows it to connect to port 5432/,
  ),
  fault('NetworkPolicy/owners-to-postgres', 'spec.podSelector', {}, /may connect to port 5432/),
  fault(
    'NetworkPolicy/workers-to-internet',
    'spec.egress.0.to.0.ipBlock.except',
    [],
    /also allows .*10.0.0.0\/8/,
  ),
  fault('NetworkPolicy/workers-to-internet', 'spec.egress.0.to.1.ipBlock.except', [], /also allows .*fc00::/),
  fault('NetworkPolicy/webhooks-to-internet', '', undefined, /webhook-worker: no policy allows it to .* 443/),
  fault('NetworkPolicy/webhooks-to-internet', 'spec.egress.0.ports.1', undefined, /webhook-worker: .* 8443/),
  fault(
    'NetworkPolicy/webhooks-to-internet',
    'spec.egress.0.ports.1',
    undefined,
    /generation-worker: .* 8443/,
  ),
  fault(
    'NetworkPolicy/webhooks-to-internet',
    'spec.podSelector.matchExpressions.0.values.0',
    'notifications',
    /notifications: may connect to port 443/,
  ),
  fault('ConfigMap/settings', 'data.WEBHOOK_PORTS', '443,8443,9000', /generation-worker: no policy .* 9000/),
  fault(
    'NetworkPolicy/workers-to-internet',
    'spec.egress.0.ports.1',
    { protocol: 'TCP', port: 8443 },
    /import-worker: may connect to port 8443/,
  ),
  fault('NetworkPolicy/all-to-dns', 'spec.egress.0.to.1', undefined, /to ask 169.254.20.10\/32 for names/),
  fault('NetworkPolicy/all-to-dns', 'spec.egress.1', undefined, /to ask openshift-dns for names/),
  fault('NetworkPolicy/workers-to-internet', 'spec.egress.0.to', undefined, /allows any destination/),
  fault('NetworkPolicy/edge-to-gateway', 'spec.ingress.0.from', undefined, /admits any source/),
  fault(
    'NetworkPolicy/edge-to-gateway',
    'spec.ingress.0.ports.0.port',
    'htttp',
    /none of its pods has port htttp/,
  ),
  fault(
    'NetworkPolicy/edge-to-gateway',
    'spec.podSelector.matchLabels',
    { app: 'gateway' },
    /selects no pod/,
  ),
  fault(
    'NetworkPolicy/processes-to-redis',
    'spec.podSelector.matchExpressions.0.values',
    ['catalogue', 'generations', 'notifications', 'import-worker', 'generation-worker', 'webhook-worker'],
    /gateway: no policy allows it to connect to port 6379/,
  ),
  fault(
    'NetworkPolicy/redis-from-processes',
    'spec.ingress.0.from.0.podSelector.matchExpressions.0.values',
    ['catalogue', 'generations', 'notifications', 'import-worker', 'generation-worker', 'webhook-worker'],
    /does not admit gateway on port 6379/,
    'local',
  ),
  fault(
    'NetworkPolicy/processes-to-redis',
    'spec.podSelector.matchExpressions.0.values.1',
    'catalog',
    /names catalog,/,
  ),
  fault(
    'NetworkPolicy/processes-to-collector',
    '',
    undefined,
    /gateway: no policy allows it to connect to port 4318/,
  ),
  fault('NetworkPolicy/processes-to-collector', 'spec.podSelector', {}, /may connect to port 4318/),
  fault('NetworkPolicy/nats-from-processes', '', undefined, /does not admit gateway on port 4222/, 'local'),
  fault(
    'NetworkPolicy/workers-to-sandbox',
    'spec.egress.0.to.0.podSelector.matchLabels',
    { app: 'sandbox' },
    /pods that do not exist/,
    'local',
  ),
];
