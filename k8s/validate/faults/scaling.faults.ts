// Seeds faults in autoscalers: the wrong target, the wrong queue, the wrong bounds.
import { APP, fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const SCALING_FAULTS: readonly Fault[] = [
  fault('HorizontalPodAutoscaler/auth', 'spec.scaleTargetRef.name', 'gateway', /two autoscalers/),
  fault(
    'Deployment/notifications',
    `${APP}.env.WEBHOOK_PLACES`,
    { name: 'WEBHOOK_PLACES', value: '100' },
    /must be WEBHOOK_CONCURRENCY of webhook-worker: 50/,
  ),
  fault(
    'ScaledObject/gateway',
    'spec.triggers.1.metadata.threshold',
    '200',
    /http_requests_in_flight, 100 a replica/,
  ),
  fault(
    'ScaledObject/gateway',
    'spec.triggers.2.metadata.query',
    'sum(http_event_streams{namespace="other"})',
    /http_event_streams of namespace="shelfscribe"/,
  ),
  fault('ScaledObject/gateway', 'spec.triggers.0.type', 'cron', /must scale with CPU too/),
  fault('ScaledObject/import-worker', '', undefined, /import-worker: has no autoscaler/),
  fault('HorizontalPodAutoscaler/auth', 'spec.minReplicas', 1, /at least two/),
  fault('HorizontalPodAutoscaler/auth', 'spec.maxReplicas', 1, /below its minimum/),
  fault('HorizontalPodAutoscaler/auth', 'spec.metrics', [], /has no metric/),
  fault('HorizontalPodAutoscaler/auth', 'spec.scaleTargetRef.name', 'import-worker', /by cpu instead/),
  fault(
    'ScaledObject/generation-worker',
    'spec.triggers.0.metadata.listName',
    'bull:default:wait',
    /does not count bull:generations:wait/,
  ),
  fault(
    'ScaledObject/import-worker',
    'spec.triggers.3.metadata.listName',
    'bull:imports-uk:wait',
    /bull:imports-uk:wait is not a key/,
  ),
  fault(
    'ScaledObject/import-worker',
    'spec.advanced.scalingModifiers.formula',
    'imports_na_wait',
    /its formula must be max\(min\(/,
  ),
  fault(
    'ScaledObject/generation-worker',
    'spec.advanced.scalingModifiers.target',
    '50',
    /target must be .*: 9/,
  ),
  fault(
    'Deployment/import-worker',
    `${APP}.env.IMPORT_CONCURRENCY`,
    { name: 'IMPORT_CONCURRENCY', value: '4' },
    /its formula must be .*, max\(4, imports_fe_active \/ 4\)\) \+ imports_fe_active/,
  ),
  fault(
    'ScaledObject/import-worker',
    'spec.advanced.scalingModifiers.formula',
    'min(imports_na_wait + imports_na_prioritized, 2) + imports_na_active',
    /stays at 11 of 15 replicas/,
  ),
  fault(
    'ScaledObject/webhook-worker',
    'spec.advanced.scalingModifiers.formula',
    'webhooks_wait / 3 + webhooks_prioritized + webhooks_active', // a quarter may wait: a third of it is too little
    /stays at \d of 20 replicas/,
  ),
  fault(
    'ScaledObject/generation-worker',
    'spec.triggers.3.metadata.listName',
    'bull:generations:failed',
    /does not count bull:generations:models:blocked/,
  ),
  fault('Deployment/import-worker', 'spec.strategy.rollingUpdate.maxSurge', 1, /needs maxSurge 25%/),
  fault('ScaledObject/generation-worker', 'spec.minReplicaCount', 0, /needs at least one replica/),
  fault('ScaledObject/generation-worker', 'spec.fallback', undefined, /needs a fallback/),
  fault(
    'ScaledObject/generation-worker',
    'spec.triggers.0.authenticationRef',
    undefined,
    /has no Redis address/,
  ),
  fault('TriggerAuthentication/redis', 'spec.secretTargetRef.1', undefined, /has no Redis username/),
  fault('ExternalSecret/keda-redis', '', undefined, /no Secret keda-redis with password/),
  fault('ScaledObject/import-worker', 'spec.scaleTargetRef.name', 'gateway', /gateway reads no queue/),
];
