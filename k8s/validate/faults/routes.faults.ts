// Seeds routes that leave out what the gateway serves, or end it too early.
import { fault, type Fault } from './fault.ts';

const prefix = (value: string): object => ({ path: { type: 'PathPrefix', value } });

/** Faults, each with the finding that it must cause. */
export const ROUTE_FAULTS: readonly Fault[] = [
  fault('HTTPRoute/base', 'spec.rules.1.matches', [prefix('/api/v2/products')], /leads to \/console\//),
  fault('HTTPRoute/base', 'spec.rules.1.matches', [prefix('/api')], /leads to \/core\/api\/v2\/accounts/),
  fault('HTTPRoute/base', 'spec.rules.0.matches.4', undefined, /\/api\/v2\/events takes as long as/),
  fault('HTTPRoute/base', 'spec.rules.0.timeouts.request', '15s', /\/generations takes as long as/),
  fault(
    'HTTPRoute/base',
    'spec.rules.0.matches.2',
    prefix('/api/v2/products/exports'),
    /\/api\/v2\/products\/export takes as long as/,
  ),
  fault('HTTPRoute/redirect', '', undefined, /no route leads from http to https/),
  fault('HTTPRoute/base', 'spec.hostnames.0', 'www.example.com', /no route of api.example.com leads to \//),
];
