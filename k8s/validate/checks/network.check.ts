// Checks network policies: all traffic is denied by default, and exactly the connections that the code needs are allowed.
import { selects, type Cluster, type Kinds, type Manifest, type Check, type Workload } from '../cluster.ts';
import { variablesOf } from '../variables.ts';
import { SCHEMAS } from './environment.check.ts';

/** Variables that require a connection, with its destination port. */
const PORTS: Readonly<Record<string, number>> = {
  NATS_URL: 4222,
  REDIS_URL: 6379,
  DATABASE_URL: 5432,
  MIGRATION_DATABASE_URL_AUTH: 5432,
  SP_API_TOKEN_URL: 443,
  MODEL_KEYS: 443,
};
/** The same for optional variables: only those that are set require a connection. */
const OPTIONAL_PORTS: Readonly<Record<string, number>> = { OTEL_EXPORTER_OTLP_ENDPOINT: 4318 };
/** The processes that connect to URLs of customers, for webhooks and pictures; notifications only checks their ports. */
const TO_CUSTOMERS = ['webhook-worker', 'generation-worker'];
/** Ranges that a policy for the internet must exclude: private networks and the cloud's metadata service. */
const PRIVATE: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0/0': [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '168.63.129.16/32',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  '::/0': ['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
};

type Policy = Kinds['NetworkPolicy'] & Manifest;
type Peer = NonNullable<NonNullable<NonNullable<Policy['spec']>['egress']>[number]['to']>[number];

const defaultDeny: Check = (cluster, report) => {
  const denies = cluster.all('NetworkPolicy').some(({ spec }) => {
    const all = spec?.podSelector && Object.keys(spec.podSelector).length === 0;
    return all && !spec.ingress && !spec.egress && spec.policyTypes?.length === 2;
  });
  if (!denies) report('NetworkPolicy', 'no policy denies all traffic in both directions by default');
};

/** The destinations that a workload may connect to, by port. */
function egressOf(cluster: Cluster, { labels }: Workload): { port: number | string; to: Peer[] }[] {
  return cluster
    .all('NetworkPolicy')
    .filter(({ spec }) => selects(spec?.podSelector, labels))
    .flatMap(({ spec }) => spec?.egress ?? [])
    .flatMap(({ ports = [], to = [] }) => ports.map(({ port = 0 }) => ({ port, to })));
}

/** The ports that a workload connects to; of a range that customers may name, the first. */
function portsOf(cluster: Cluster, { name: process, pod }: Workload): Set<number> {
  const { shape } = SCHEMAS[process] ?? {};
  const variables = Object.keys(shape ?? {});
  const given = pod.containers.flatMap((container) => variablesOf(cluster, container));
  const ports = given.find(({ name }) => name === 'WEBHOOK_PORTS')?.value;
  const ofCustomers = TO_CUSTOMERS.includes(process)
    ? (shape?.['WEBHOOK_PORTS']?.parse(ports) as string[])
    : [];
  return new Set([
    ...variables.flatMap((name) => PORTS[name] ?? []),
    ...given.flatMap(({ name }) => (variables.includes(name) ? (OPTIONAL_PORTS[name] ?? []) : [])),
    ...ofCustomers.map((text) => Number.parseInt(text, 10)),
  ]);
}

const connections: Check = (cluster, report) => {
  const workloads = cluster.workloads().filter(({ ours }) => ours);
  const all = workloads.flatMap((workload) => [...portsOf(cluster, workload)]);
  const known = new Set([...all, ...Object.values(PORTS), ...Object.values(OPTIONAL_PORTS)]);
  for (const workload of workloads) {
    const allowed = egressOf(cluster, workload);
    const needed = portsOf(cluster, workload);
    for (const port of known) {
      const isAllowed = allowed.some((egress) => egress.port === port);
      if (needed.has(port) && !isAllowed)
        report(workload.object, `no policy allows it to connect to port ${port}`);
      if (!needed.has(port) && isAllowed)
        report(workload.object, `may connect to port ${port}, which it does not need`);
    }
  }
};

/** Every pod asks for names, in whichever way the cluster answers. */
const names: Check = (cluster, report) => {
  for (const workload of cluster.workloads().filter(({ ours }) => ours)) {
    const peers = egressOf(cluster, workload).filter(({ port }) => port === 53 || port === 5353);
    const text = JSON.stringify(peers);
    for (const resolver of [
      'kube-dns',
      '169.254.20.10/32',
      '169.254.169.254/32',
      '169.254.10.10/31',
      'openshift-dns',
    ])
      if (!text.includes(resolver))
        report(workload.object, `no policy allows it to ask ${resolver} for names`);
  }
};

/** A connection between two pods of the namespace needs an egress and an ingress policy. */
const ingresses: Check = (cluster, report) => {
  const policies = cluster.all('NetworkPolicy');
  for (const from of cluster.workloads()) {
    for (const { port, to } of egressOf(cluster, from)) {
      for (const { podSelector, namespaceSelector, ipBlock } of to) {
        if (!podSelector || namespaceSelector || ipBlock) continue;
        const ends = cluster.workloads().filter(({ labels }) => selects(podSelector, labels));
        if (ends.length === 0)
          report(from.object, `a policy allows it to connect to pods that do not exist, on port ${port}`);
        for (const end of ends) {
          const open = policies
            .filter(({ spec }) => selects(spec?.podSelector, end.labels))
            .flatMap(({ spec }) => spec?.ingress ?? [])
            .some(
              (entry) =>
                entry.ports?.some((one) => one.port === port) &&
                entry.from?.some((peer) => selects(peer.podSelector, from.labels) && peer.podSelector),
            );
          if (!open) report(end.object, `does not admit ${from.name} on port ${port}`);
        }
      }
    }
  }
};

const narrow: Check = (cluster, report) => {
  for (const policy of cluster.all('NetworkPolicy')) {
    const { ingress = [], egress = [] } = policy.spec ?? {};
    if (ingress.some(({ from = [], ports = [] }) => from.length === 0 || ports.length === 0))
      report(policy, 'admits any source or any port');
    if (egress.some(({ to = [], ports = [] }) => to.length === 0 || ports.length === 0))
      report(policy, 'allows any destination or any port');
    for (const { ipBlock } of egress.flatMap(({ to = [] }) => to)) {
      const missing = (PRIVATE[ipBlock?.cidr ?? ''] ?? []).filter(
        (range) => !ipBlock?.except?.includes(range),
      );
      if (missing.length > 0) report(policy, `also allows ${missing.join(', ')}`);
    }
    const selected = cluster.workloads().filter(({ labels }) => selects(policy.spec?.podSelector, labels));
    if (selected.length === 0) report(policy, 'selects no pod');
    const named = policy.spec?.podSelector?.matchExpressions?.flatMap(({ values = [] }) => values) ?? [];
    for (const name of named)
      if (!selected.some((one) => one.name === name)) report(policy, `names ${name}, which does not exist`);
  }
};

/** The ports of an ingress must exist on the pods that the policy selects. */
const ports: Check = (cluster, report) => {
  for (const policy of cluster.all('NetworkPolicy')) {
    const names = (policy.spec?.ingress ?? []).flatMap((entry) => entry.ports ?? []).map(({ port }) => port);
    const selected = cluster.workloads().filter(({ labels }) => selects(policy.spec?.podSelector, labels));
    const declared = selected.flatMap(({ pod }) => pod.containers).flatMap((one) => one.ports ?? []);
    for (const name of names) {
      if (!declared.some((port) => port.name === name || port.containerPort === name))
        report(policy, `none of its pods has port ${name ?? ''}`);
    }
  }
};

/** Network policies. */
export const networkChecks: readonly Check[] = [defaultDeny, connections, names, ingresses, narrow, ports];
