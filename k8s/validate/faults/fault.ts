// Defines a seeded fault and the finding that it must cause.

/** One change to one object: the value at a path is replaced; without a value it is removed. */
export interface Fault {
  overlay: 'local' | 'staging' | 'production' | 'aws';
  /** Kind/name, or its beginning where kustomize appends a hash to the name. */
  object: string;
  /** Keys from the object's root, separated by dots; in a list, an index or a name. Empty for the object itself. */
  path: string;
  value?: unknown;
  /** Must match a finding that the overlay has only because of the fault. */
  expected: RegExp;
}

/** Paths of a workload's pod and of its only container. */
export const POD = 'spec.template.spec';
export const APP = `${POD}.containers.0`;

/** Creates a fault, by default in the production overlay. */
export function fault(
  object: string,
  path: string,
  value: unknown,
  expected: RegExp,
  overlay: Fault['overlay'] = 'production',
): Fault {
  return { overlay, object, path, value, expected };
}
