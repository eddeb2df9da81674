// Applies each seeded fault to a copy of its overlay, to prove that the checks notice it.
import { Cluster, title, type Manifest } from '../cluster.ts';
import { SECRET_TABLE_FAULTS } from './secret-table.faults.ts';
import { ENVIRONMENT_FAULTS } from './environment.faults.ts';
import { MONITORING_FAULTS } from './monitoring.faults.ts';
import { NETWORK_FAULTS } from './network.faults.ts';
import { OPERATOR_FAULTS } from './operators.faults.ts';
import { ORDER_FAULTS } from './order.faults.ts';
import { POD_FAULTS } from './pods.faults.ts';
import { REFERENCE_FAULTS } from './references.faults.ts';
import { ROUTE_FAULTS } from './routes.faults.ts';
import { SCALING_FAULTS } from './scaling.faults.ts';
import { SCHEMA_FAULTS } from './schemas.faults.ts';
import { SIZE_FAULTS } from './sizes.faults.ts';

const FAULTS = [
  ...SCHEMA_FAULTS,
  ...POD_FAULTS,
  ...REFERENCE_FAULTS,
  ...ENVIRONMENT_FAULTS,
  ...SCALING_FAULTS,
  ...NETWORK_FAULTS,
  ...ROUTE_FAULTS,
  ...MONITORING_FAULTS,
  ...SECRET_TABLE_FAULTS,
  ...SIZE_FAULTS,
  ...ORDER_FAULTS,
  ...OPERATOR_FAULTS,
];

/** An overlay with one fault in it. */
export interface FaultyCluster {
  cluster: Cluster;
  fault: string;
  expected: RegExp;
}

/** Each fault in a copy of its overlay. */
export function faultyClusters(clusters: readonly Cluster[]): FaultyCluster[] {
  return FAULTS.map((one) => {
    const original = clusters.find(({ overlay }) => overlay === one.overlay);
    const i = original?.objects.findIndex((object) => title(object).startsWith(one.object)) ?? -1;
    const target = original?.objects[i];
    if (!original || !target)
      throw new Error(`The overlay ${one.overlay} has no ${one.object}, which a fault changes.`);
    const changed = one.path === '' ? one.value : withChange(target, one.path.split('.'), one.value);
    const objects = original.objects.toSpliced(i, 1, ...(changed === undefined ? [] : [changed as Manifest]));
    const fault = `${one.object} ${one.path} = ${JSON.stringify(one.value) ?? 'nothing'}`;
    return { cluster: new Cluster(one.overlay, objects), fault, expected: one.expected };
  });
}

/** A copy with one value changed, added or removed. */
function withChange(object: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(object)) {
    const i = indexOf(object, key);
    const changed = rest.length === 0 ? value : withChange(object[i], rest, value);
    return object.toSpliced(i, 1, ...(changed === undefined ? [] : [changed]));
  }
  const { [key]: inner, ...others } = object as Record<string, unknown>;
  const changed = rest.length === 0 ? value : withChange(inner, rest, value);
  return changed === undefined ? others : { ...others, [key]: changed };
}

/** The index of a list entry, given as an index or a name; the end of the list for a new name. */
function indexOf(list: readonly { name?: string }[], key: string): number {
  if (/^\d+$/.test(key)) return Number(key);
  const found = list.findIndex(({ name }) => name === key);
  return found < 0 ? list.length : found;
}
