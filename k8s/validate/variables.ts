// Resolves a container's environment variables from literals, ConfigMaps and Secrets.
import { readFileSync } from 'node:fs';
import type { Cluster, Container } from './cluster.ts';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The rows of README.md of the form | `secret` | `KEY` | … |. */
export const DOCUMENTED_SECRETS = [...README.matchAll(/^\| `([a-z-]+)` +\| `(\w+)` +\|/gm)].map(
  ([, secret = '', key = '']) => ({ secret, key }),
);

/** An environment variable of a container. */
export interface Variable {
  name: string;
  /** Undefined if the value comes from outside the overlay. */
  value?: string | undefined;
  /** The reference that supplies the value, unless it is a literal. */
  from?: { kind: 'ConfigMap' | 'Secret'; name: string; key: string; optional: boolean };
}

/** The environment variables that a container names, and then the settings that it takes without naming them. */
export function variablesOf(cluster: Cluster, container: Container): Variable[] {
  const named = namedBy(cluster, container);
  const maps = (container.envFrom ?? []).flatMap(({ configMapRef }) => configMapRef?.name ?? []);
  const settings = maps.flatMap((name) =>
    Object.entries(valuesOf(cluster, 'ConfigMap', name) ?? {}).map(([key, value]): Variable => {
      return { name: key, value, from: { kind: 'ConfigMap', name, key, optional: false } };
    }),
  );
  return [...named, ...settings.filter(({ name }) => !named.some((one) => one.name === name))];
}

function namedBy(cluster: Cluster, { env = [] }: Container): Variable[] {
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
 * an ExternalSecret have no values; those of a whole entry of the store are the ones that README.md demands.
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
  if (!external) return undefined;
  const { data = [], dataFrom = [] } = external.spec ?? {};
  const documented = DOCUMENTED_SECRETS.filter(({ secret }) => dataFrom.length > 0 && secret === name);
  const keys = [...data.map(({ secretKey }) => secretKey), ...documented.map(({ key }) => key)];
  return Object.fromEntries(keys.map((key) => [key, undefined]));
}
