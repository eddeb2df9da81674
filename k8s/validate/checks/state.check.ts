// Checks the examples for Postgres, Redis and NATS, which no overlay renders: who may connect, TLS, resources and backups.
import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import type { Check, Kinds, Manifest } from '../cluster.ts';

type Policy = Kinds['NetworkPolicy'] & Manifest;

const read = (path: string): string =>
  readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8');
const documents = (path: string): Manifest[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest);

/** The network policies of the namespace with the state. */
export const STATE_POLICIES = documents('state/network.yaml') as Policy[];
const NAMESPACE = 'kubernetes.io/metadata.name';
/** Namespaces that may connect to each port; none but the servers themselves where the list is empty. */
const ADMITTED: Readonly<Record<number, readonly string[]>> = {
  4222: ['shelfscribe'],
  6222: [],
  5432: ['shelfscribe', 'cnpg-system'],
  6379: ['shelfscribe', 'keda'],
};

/** What is wrong with policies of the state; the ports are those of ADMITTED. */
function statePolicyFindings(policies: readonly Policy[]): string[] {
  const findings: string[] = [];
  if (
    !policies.some(({ spec }) => Object.keys(spec?.podSelector ?? { any: 1 }).length === 0 && !spec?.ingress)
  )
    findings.push('nothing denies all by default');
  const entries = policies.flatMap(({ spec }) => spec?.ingress ?? []);
  for (const [port, expected] of Object.entries(ADMITTED)) {
    const open = entries.filter(({ ports = [] }) => ports.some((one) => String(one.port) === port));
    const peers = open.flatMap(({ from }) => from ?? [{}]);
    const named = peers.flatMap(({ namespaceSelector }) => namespaceSelector?.matchLabels?.[NAMESPACE] ?? []);
    if (peers.length === 0) findings.push(`nobody may connect to ${port}`);
    if (peers.some((peer) => !peer.podSelector && !peer.namespaceSelector?.matchLabels?.[NAMESPACE]))
      findings.push(`anybody may connect to ${port}`);
    if ([...new Set(named)].toSorted().join() !== [...expected].toSorted().join())
      findings.push(`port ${port} admits the namespaces ${named.join(', ') || 'none'}`);
  }
  return findings;
}

const nats = parse(read('nats/values.yaml')) as {
  config: { cluster: { tls?: { enabled?: boolean } }; nats: { tls?: { enabled?: boolean } } };
  tlsCA?: { enabled?: boolean };
  container: { merge: { resources?: { requests?: object; limits?: object } } };
};
const [postgres, ...others] = documents('cloudnative-pg/postgres.yaml') as (Manifest & {
  spec: {
    resources?: object;
    walStorage?: object;
    plugins?: { isWALArchiver?: boolean }[];
    imageName: string;
  };
})[];

const examples: Check = (cluster, report) => {
  if (cluster.overlay !== 'production') return;
  for (const finding of statePolicyFindings(STATE_POLICIES)) report('examples/state', finding);
  const { config, tlsCA, container } = nats;
  if (!config.cluster.tls?.enabled || !config.nats.tls?.enabled || !tlsCA?.enabled)
    report('examples/nats', 'clients and servers must use TLS, and servers know each other by the authority');
  if (!container.merge.resources?.limits) report('examples/nats', 'has no resources');
  if (!postgres?.spec.resources || !postgres.spec.walStorage)
    report('examples/cloudnative-pg', 'needs resources and a volume for the write-ahead log');
  if (!postgres?.spec.plugins?.some(({ isWALArchiver }) => isWALArchiver))
    report('examples/cloudnative-pg', 'has no archive of the write-ahead log');
  if (!/:17[.]\d+$|@sha256:/.test(postgres?.spec.imageName ?? ''))
    report('examples/cloudnative-pg', 'names no minor version of Postgres');
  if (!others.some(({ kind }) => kind === 'ScheduledBackup'))
    report('examples/cloudnative-pg', 'has no base backups');
};

/** The examples of the state. */
export const stateChecks: readonly Check[] = [examples];
