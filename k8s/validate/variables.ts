// Resolves a container's environment variables from literals, ConfigMaps and Secrets.
import type { Cluster, Container } from './cluster.ts';

/** An environment variable of a container. */
export interface Variable {
  name: string;
  /** Undefined if the value comes from outside the overlay. */
  value?: string | undefined;
  /** The reference that supplies the value, unless it is a literal. */
  from?: { kind: 'ConfigMap' | 'Secret'; name: string; key: string; optional: boolean };
}

/** The environment variables of a container. */
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
 * The keys of a ConfigMap or Secret with their values; undefined if the overlay has none of that name. The keys of
 * an ExternalSecret have no values.
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
