// What a container's variables are in the end: literals, settings and secrets put together.
import type { Cluster, Container } from './cluster.ts';

/** A variable of a container. */
export interface Variable {
  name: string;
  /** Unknown for what comes from outside the overlay. */
  value?: string | undefined;
  /** Where it comes from, unless it is written out. */
  from?: { kind: 'ConfigMap' | 'Secret'; name: string; key: string; optional: boolean };
}

/** The variables of a container. */
export function variablesOf(cluster: Cluster, { env = [] }: Container): Variable[] {
  return env.map(({ name, value, valueFrom }) => {
    const setting = valueFrom?.configMapKeyRef;
    const secret = valueFrom?.secretKeyRef;
    const ref = setting ?? secret;
    if (!ref) return { name, value };
    const kind = setting ? 'ConfigMap' : 'Secret';
    const from = { kind, name: ref.name ?? '', key: ref.key, optional: ref.optional ?? false } as const;
    return { name, value: valuesOf(cluster, kind, from.name)?.[from.key], from };
  });
}

/**
 * The keys of a ConfigMap or Secret with their values; undefined when the overlay has none of that name. An
 * ExternalSecret has keys without values.
 */
export function valuesOf(
  cluster: Cluster,
  kind: 'ConfigMap' | 'Secret',
  name: string,
): Record<string, string | undefined> | undefined {
  if (kind === 'ConfigMap') return cluster.find('ConfigMap', name)?.data;
  const secret = cluster.find('Secret', name);
  if (secret) {
    const encoded = Object.entries(secret.data ?? {});
    return Object.fromEntries(encoded.map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]));
  }
  const external = cluster
    .all('ExternalSecret')
    .find(({ spec, metadata }) => (spec?.target?.name ?? metadata.name) === name);
  return (
    external && Object.fromEntries((external.spec?.data ?? []).map(({ secretKey }) => [secretKey, undefined]))
  );
}
