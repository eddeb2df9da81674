// Seeds objects that Argo CD would apply too early or too late.
import { fault, type Fault } from './fault.ts';

const wave = (number: number) => ({ 'argocd.argoproj.io/sync-wave': String(number) });

/** Faults, each with the finding that it must cause. */
export const ORDER_FAULTS: readonly Fault[] = [
  fault('Namespace/shelfscribe', 'metadata.annotations', undefined, /an earlier wave than migrate/),
  fault('ServiceAccount/migrate', 'metadata.annotations', undefined, /ServiceAccount.*an earlier wave than/),
  fault('ConfigMap/settings', 'metadata.annotations', wave(-1), /ConfigMap.*an earlier wave than migrate/),
  fault('ConfigMap/private-ca', 'metadata.annotations', undefined, /private-ca: must be in an earl/, 'aws'),
  fault('ExternalSecret/migrate', 'metadata.annotations', undefined, /ExternalSecret.*an earlier wave than/),
  fault('NetworkPolicy/owners-to-postgres', 'metadata.annotations', wave(0), /owners-to.*an earlier wave/),
  fault('Job/migrate', 'metadata.annotations', undefined, /auth: must be in a later wave than migrate/),
  fault('Deployment/import-worker', 'metadata.annotations', wave(0), /later wave than auth, catalogue/),
  fault('Deployment/gateway', 'metadata.annotations', wave(1), /later wave than import-worker/),
  fault('ScaledObject/gateway', 'metadata.annotations', wave(0), /waits for gateway, which is in/),
];
