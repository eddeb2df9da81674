// Seeds a secret that differs from the README's table.
import { APP, fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const SECRET_TABLE_FAULTS: readonly Fault[] = [
  fault(
    'ExternalSecret/auth',
    'spec.dataFrom.0.extract.key',
    'shelfscribe/auth',
    /shelfscribe\/auth is no legal name/,
  ),
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
    /lists the secret auth\/NATS_PASSWORD, which no pod reads/,
  ),
];
