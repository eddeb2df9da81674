// Faults of autoscalers: the wrong target, the wrong queue, the wrong bounds.
import { fault, type Fault } from './fault.ts';

/** Faults, and what must be said about each. */
export const SCALING_FAULTS: readonly Fault[] = [
  fault('HorizontalPodAutoscaler/auth', 'spec.scaleTargetRef.name', 'gateway', /two autoscalers/),
  fault('ScaledObject/import-worker', '', undefined, /import-worker: has no autoscaler/),
  fault('HorizontalPodAutoscaler/auth', 'spec.minReplicas', 1, /at least two/),
  fault('HorizontalPodAutoscaler/auth', 'spec.maxReplicas', 1, /wrong way round/),
  fault('HorizontalPodAutoscaler/auth', 'spec.metrics', [], /has no metric/),
  fault('HorizontalPodAutoscaler/auth', 'spec.scaleTargetRef.name', 'import-worker', /not their cpu/),
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
    /bull:imports-uk:wait is no key/,
  ),
  fault(
    'ScaledObject/import-worker',
    'spec.advanced.scalingModifiers.formula',
    'imports_na_wait',
    /not the sum/,
  ),
  fault(
    'ScaledObject/generation-worker',
    'spec.advanced.scalingModifiers.target',
    '50',
    /target must be .*: 10/,
  ),
  fault('ScaledObject/generation-worker', 'spec.minReplicaCount', 0, /needs one copy/),
  fault('ScaledObject/generation-worker', 'spec.fallback', undefined, /needs a fallback/),
  fault(
    'ScaledObject/generation-worker',
    'spec.triggers.0.authenticationRef',
    undefined,
    /has no address of Redis/,
  ),
  fault('TriggerAuthentication/redis', 'spec.secretTargetRef.1', undefined, /has no username of Redis/),
  fault('ExternalSecret/keda-redis', '', undefined, /no Secret keda-redis with password/),
  fault('ScaledObject/import-worker', 'spec.scaleTargetRef.name', 'gateway', /gateway reads no queue/),
];
