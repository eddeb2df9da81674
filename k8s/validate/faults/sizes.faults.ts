// Seeds sizes that differ from the table of README.md.
import { APP, fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const SIZE_FAULTS: readonly Fault[] = [
  fault('Deployment/catalogue', `${APP}.resources.requests.cpu`, '200m', /row "Replicas of auth, catalogue/),
  fault('Deployment/gateway', `${APP}.resources.requests.cpu`, '1', /row "Requested CPU of our pods"/),
  fault(
    'Deployment/gateway',
    `${APP}.resources.requests.memory`,
    '1Gi',
    /sizes\.md: must have \| Memory, requested/,
  ),
  fault('Deployment/auth', `${APP}.resources.requests.memory`, '512Mi', /row "Requested memory of our pods"/),
  fault(
    'Deployment/generation-worker',
    `${APP}.env.GENERATION_CONCURRENCY`,
    { name: 'GENERATION_CONCURRENCY', value: '25' },
    /row "Generation replicas" must be: 1 \| 4 \| 37/,
  ),
  fault(
    'Deployment/catalogue',
    `${APP}.env.EVENTS_MAX_AGE_H`,
    { name: 'EVENTS_MAX_AGE_H', value: '24' },
    /row "Size of the stream/,
  ),
  fault(
    'Deployment/auth',
    `${APP}.env.EVENTS_MAX_BYTES`,
    { name: 'EVENTS_MAX_BYTES', value: '1000000000' },
    /EVENTS_MAX_BYTES is 1000000000, and the lowest rate needs/,
  ),
  fault(
    'Deployment/auth',
    `${APP}.env.EVENTS_MAX_BYTES`,
    { name: 'EVENTS_MAX_BYTES', value: '50000000000' },
    /max_file 10000000000 and the volume .* do not fit/,
  ),
  fault(
    'Deployment/auth',
    `${APP}.env.EVENTS_REPLICAS`,
    { name: 'EVENTS_REPLICAS', value: '1' },
    /EVENTS_REPLICAS is 1, and the example has 3 servers/,
  ),
  fault('HorizontalPodAutoscaler/catalogue', 'spec.maxReplicas', 30, /row "`max_connections` of Postgres"/),
  fault('HorizontalPodAutoscaler/auth', 'spec.maxReplicas', 30, /postgres\.yaml.*max_connections must be/),
  fault('ScaledObject/gateway', 'spec.maxReplicaCount', 3, /plans 8 replicas, and it allows 3/),
  fault('ScaledObject/generation-worker', 'spec.maxReplicaCount', 50, /plans 89 replicas, and it allows 50/),
  fault('ScaledObject/webhook-worker', 'spec.maxReplicaCount', 1, /plans 2 replicas, and it allows 1/),
  fault(
    'Deployment/auth',
    `${APP}.env.DATABASE_POOL`,
    { name: 'DATABASE_POOL', value: '20' },
    /more than 80 % of 160/,
    'local',
  ),
  fault('Deployment/auth', `${APP}.resources.requests.cpu`, '1', /cluster's own pods: more than 2/, 'local'),
];
