// Makes each fault in a copy of an overlay: the proof that the rules look.
import { Cluster, title, type Manifest } from './cluster.ts';
import { CONTRACT_FAULTS } from './contract.faults.ts';
import { ENVIRONMENT_FAULTS } from './environment.faults.ts';
import { MONITORING_FAULTS } from './monitoring.faults.ts';
import { NETWORK_FAULTS } from './network.faults.ts';
import { POD_FAULTS } from './pods.faults.ts';
import { REFERENCE_FAULTS } from './references.faults.ts';
import { SCALING_FAULTS } from './scaling.faults.ts';
import { SCHEMA_FAULTS } from './schemas.faults.ts';

const FAULTS = [
  ...SCHEMA_FAULTS,
  ...POD_FAULTS,
  ...REFERENCE_FAULTS,
  ...ENVIRONMENT_FAULTS,
  ...SCALING_FAULTS,
  ...NETWORK_FAULTS,
  ...MONITORING_FAULTS,
  ...CONTRACT_FAULTS,
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
    const whole = clusters.find(({ overlay }) => overlay === one.overlay);
    const i = whole?.objects.findIndex((object) => title(object).startsWith(one.object)) ?? -1;
    const target = whole?.objects[i];
    if (!whole || !target)
      throw new Error(`A fault is about ${one.object}, which ${one.overlay} does not have.`);
    const changed = one.path === '' ? one.value : withChange(target, one.path.split('.'), one.value);
    const objects = whole.objects.toSpliced(i, 1, ...(changed === undefined ? [] : [changed as Manifest]));
    const fault = `${one.object} ${one.path} = ${JSON.stringify(one.value) ?? 'nothing'}`;
    return { cluster: new Cluster(one.overlay, objects), fault, expected: one.expected };
  });
}

/** A copy with one value changed, added or taken away. */
function withChange(object: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(object)) {
    const i = placeOf(object, key);
    const changed = rest.length === 0 ? value : withChange(object[i], rest, value);
    return object.toSpliced(i, 1, ...(changed === undefined ? [] : [changed]));
  }
  const { [key]: inner, ...others } = object as Record<string, unknown>;
  const changed = rest.length === 0 ? value : withChange(inner, rest, value);
  return changed === undefined ? others : { ...others, [key]: changed };
}

/** A place by its number or by the name of what stands there; the end for a new name. */
function placeOf(list: readonly { name?: string }[], key: string): number {
  if (/^\d+$/.test(key)) return Number(key);
  const found = list.findIndex(({ name }) => name === key);
  return found < 0 ? list.length : found;
}
