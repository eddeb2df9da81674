// Edges that are missing, too wide or lead nowhere.
import { fault, type Fault } from './fault.ts';

/** Faults, and what must be said about each. */
export const NETWORK_FAULTS: readonly Fault[] = [
  fault('NetworkPolicy/default-deny', '', undefined, /nothing denies/),
  fault('NetworkPolicy/default-deny', 'spec.policyTypes', ['Ingress'], /nothing denies/),
  fault('NetworkPolicy/processes-to-nats', '', undefined, /gateway: no policy lets it reach port 4222/),
  fault(
    'NetworkPolicy/owners-to-postgres',
    'spec.podSelector.matchExpressions.0.values',
    ['auth'],
    /Job\/migrate: no policy lets it reach port 5432/,
  ),
  fault('NetworkPolicy/owners-to-postgres', 'spec.podSelector', {}, /may reach port 5432/),
  fault(
    'NetworkPolicy/workers-to-internet',
    'spec.egress.0.to.0.ipBlock.except',
    [],
    /also allows 10.0.0.0\/8/,
  ),
  fault('NetworkPolicy/workers-to-internet', 'spec.egress.0.to', undefined, /lets out to anywhere/),
  fault('NetworkPolicy/edge-to-gateway', 'spec.ingress.0.from', undefined, /lets in anybody/),
  fault(
    'NetworkPolicy/edge-to-gateway',
    'spec.ingress.0.ports.0.port',
    'htttp',
    /no pod of it has port htttp/,
  ),
  fault(
    'NetworkPolicy/edge-to-gateway',
    'spec.podSelector.matchLabels',
    { app: 'gateway' },
    /is about no pod/,
  ),
  fault(
    'NetworkPolicy/processes-to-redis',
    'spec.podSelector.matchExpressions.0.values',
    ['catalogue', 'generations', 'import-worker', 'generation-worker'],
    /gateway: no policy lets it reach port 6379/,
  ),
  fault(
    'NetworkPolicy/redis-from-processes',
    'spec.ingress.0.from.0.podSelector.matchExpressions.0.values',
    ['catalogue', 'generations', 'import-worker', 'generation-worker'],
    /lets gateway not in on port 6379/,
    'local',
  ),
  fault(
    'NetworkPolicy/processes-to-redis',
    'spec.podSelector.matchExpressions.0.values.1',
    'catalog',
    /names catalog,/,
  ),
  fault('NetworkPolicy/processes-to-collector', '', undefined, /gateway: no policy lets it reach port 4318/),
  fault('NetworkPolicy/processes-to-collector', 'spec.podSelector', {}, /may reach port 4318/),
  fault('NetworkPolicy/nats-from-processes', '', undefined, /lets gateway not in on port 4222/, 'local'),
  fault(
    'NetworkPolicy/workers-to-sandbox',
    'spec.egress.0.to.0.podSelector.matchLabels',
    { app: 'sandbox' },
    /pods that do not exist/,
    'local',
  ),
];
