// Secrets that the README does not tell of.
import { APP, fault, type Fault } from './fault.ts';

/** Faults, and what must be said about each. */
export const CONTRACT_FAULTS: readonly Fault[] = [
  fault(
    'Deployment/auth',
    `${APP}.env.NATS_PASSWORD`,
    { name: 'NATS_PASSWORD', valueFrom: { secretKeyRef: { name: 'bus', key: 'AUTH' } } },
    /does not list the secret bus\/AUTH/,
  ),
  fault(
    'Deployment/auth',
    `${APP}.env.NATS_PASSWORD`,
    { name: 'NATS_PASSWORD', valueFrom: { secretKeyRef: { name: 'bus', key: 'AUTH' } } },
    /lists the secret auth\/NATS_PASSWORD/,
  ),
];
