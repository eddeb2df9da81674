// Seeds faults that the schemas must report: invalid values, unknown fields and unknown kinds.
import { APP, fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const SCHEMA_FAULTS: readonly Fault[] = [
  fault('Deployment/gateway', `${APP}.resources.requests.cpu`, '100mm', /fit its schema/),
  fault('Deployment/gateway', 'spec.selector', undefined, /fit its schema|missing/),
  fault('PodDisruptionBudget/auth', 'spec.unhealthyPodEvictionPolicy', ['AlwaysAllow'], /fit its schema/),
  fault('ScaledObject/import-worker', 'spec.triggers.0.metadata.listLength', 2, /fit its schema/),
  fault('HTTPRoute/base', 'spec.rules.0.timeouts.request', 'never', /fit its schema/),
  fault('Deployment/auth', 'apiVersion', 'apps/v2', /unknown kind/),
  fault('Deployment/gateway', 'spec.strategy.rollingUpdate.maxUnavaliable', 0, /maxUnavaliable/),
  fault('Deployment/auth', `${APP}.livenessProbe.periodSecond`, 5, /periodSecond/),
  fault('HTTPRoute/core', 'spec.hostname', 'core.example.com', /hostname/),
  fault('ScaledObject/generation-worker', 'spec.pollingIntervall', 10, /pollingIntervall/),
  fault('ExternalSecret/auth', 'spec.refreshIntervall', '1h', /refreshIntervall/),
  fault('PodMonitor/processes', 'spec.podMetricsEndpoints.0.intervall', '15s', /intervall/),
];
