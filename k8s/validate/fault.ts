// A fault that people make in manifests, and what must be said about it.

/** One change to one object: a path of keys, its new value; no value takes it away. */
export interface Fault {
  overlay: 'local' | 'staging' | 'production';
  /** Kind/name; a name may be cut where kustomize appends a hash. */
  object: string;
  /** Keys from the object's root, separated by dots, in a list the place or the name; empty for the object itself. */
  path: string;
  value?: unknown;
  expected: RegExp;
}

/** Where a workload describes its pods, and in them the one container. */
export const POD = 'spec.template.spec';
export const APP = `${POD}.containers.0`;

/** A fault; in the production overlay unless said otherwise. */
export function fault(
  object: string,
  path: string,
  value: unknown,
  expected: RegExp,
  overlay: Fault['overlay'] = 'production',
): Fault {
  return { overlay, object, path, value, expected };
}
