// Who may talk to whom: nothing by default, each edge that the code needs, none wider than it must be.
import { selects, type Cluster, type Kinds, type Manifest, type Rule, type Workload } from './cluster.ts';
import { variablesOf } from './environment.ts';
import { SCHEMAS } from './environment.rules.ts';

/** A variable that means an edge, and the port at its other end. */
const EDGES: Readonly<Record<string, number>> = {
  NATS_URL: 4222,
  REDIS_URL: 6379,
  DATABASE_URL: 5432,
  MIGRATION_DATABASE_URL_AUTH: 5432,
  SP_API_TOKEN_URL: 443,
  MODEL_KEYS: 443,
};
/** The same, for a variable that may be left out and then means none. */
const OPTIONAL_EDGES: Readonly<Record<string, number>> = { OTEL_EXPORTER_OTLP_ENDPOINT: 4318 };
/** Ranges that a rule for the internet must leave out: private networks and the cloud's metadata service. */
const PRIVATE = ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];

type Policy = Kinds['NetworkPolicy'] & Manifest;
type Peer = NonNullable<NonNullable<NonNullable<Policy['spec']>['egress']>[number]['to']>[number];

const defaultDeny: Rule = (cluster, report) => {
  const denies = cluster.all('NetworkPolicy').some(({ spec }) => {
    const all = spec?.podSelector && Object.keys(spec.podSelector).length === 0;
    return all && !spec.ingress && !spec.egress && spec.policyTypes?.length === 2;
  });
  if (!denies) report('NetworkPolicy', 'nothing denies what is not allowed, in both directions');
};

/** What a workload may send to, and on which port. */
function exits(cluster: Cluster, { labels }: Workload): { port: number | string; to: Peer[] }[] {
  return cluster
    .all('NetworkPolicy')
    .filter(({ spec }) => selects(spec?.podSelector, labels))
    .flatMap(({ spec }) => spec?.egress ?? [])
    .flatMap(({ ports = [], to = [] }) => ports.map(({ port = 0 }) => ({ port, to })));
}

const edges: Rule = (cluster, report) => {
  for (const workload of cluster.workloads().filter(({ ours }) => ours)) {
    const open = exits(cluster, workload);
    const variables = Object.keys(SCHEMAS[workload.name]?.shape ?? {});
    const given = workload.pod.containers.flatMap((container) => variablesOf(cluster, container));
    const needed = new Set([
      ...variables.flatMap((name) => EDGES[name] ?? []),
      ...given.flatMap(({ name }) => OPTIONAL_EDGES[name] ?? []),
    ]);
    for (const port of needed) {
      if (!open.some((exit) => exit.port === port))
        report(workload.object, `no policy lets it reach port ${port}`);
    }
    for (const port of new Set([...Object.values(EDGES), ...Object.values(OPTIONAL_EDGES)])) {
      if (!needed.has(port) && open.some((exit) => exit.port === port))
        report(workload.object, `may reach port ${port}, which it has no use for`);
    }
  }
};

/** In a closed namespace an exit needs an entrance where both ends stand in it. */
const entrances: Rule = (cluster, report) => {
  const policies = cluster.all('NetworkPolicy');
  for (const from of cluster.workloads()) {
    for (const { port, to } of exits(cluster, from)) {
      for (const { podSelector, namespaceSelector, ipBlock } of to) {
        if (!podSelector || namespaceSelector || ipBlock) continue;
        const ends = cluster.workloads().filter(({ labels }) => selects(podSelector, labels));
        if (ends.length === 0)
          report(from.object, `a policy lets it reach pods that do not exist, on port ${port}`);
        for (const end of ends) {
          const open = policies
            .filter(({ spec }) => selects(spec?.podSelector, end.labels))
            .flatMap(({ spec }) => spec?.ingress ?? [])
            .some(
              (entry) =>
                entry.ports?.some((one) => one.port === port) &&
                entry.from?.some((peer) => selects(peer.podSelector, from.labels) && peer.podSelector),
            );
          if (!open) report(end.object, `lets ${from.name} not in on port ${port}`);
        }
      }
    }
  }
};

const narrow: Rule = (cluster, report) => {
  for (const policy of cluster.all('NetworkPolicy')) {
    const { ingress = [], egress = [] } = policy.spec ?? {};
    if (ingress.some(({ from = [], ports = [] }) => from.length === 0 || ports.length === 0))
      report(policy, 'lets in anybody, or on any port');
    if (egress.some(({ to = [], ports = [] }) => to.length === 0 || ports.length === 0))
      report(policy, 'lets out to anywhere, or on any port');
    for (const { ipBlock } of egress.flatMap(({ to = [] }) => to)) {
      const missing = PRIVATE.filter((range) => !ipBlock?.except?.includes(range));
      if (ipBlock?.cidr === '0.0.0.0/0' && missing.length > 0)
        report(policy, `also allows ${missing.join(', ')}`);
    }
    const taken = cluster.workloads().filter(({ labels }) => selects(policy.spec?.podSelector, labels));
    if (taken.length === 0) report(policy, 'is about no pod');
    const named = policy.spec?.podSelector?.matchExpressions?.flatMap(({ values = [] }) => values) ?? [];
    for (const name of named)
      if (!taken.some((one) => one.name === name)) report(policy, `names ${name}, which does not exist`);
  }
};

/** Entrances from other namespaces: by the name of the port, which the pods must have. */
const ports: Rule = (cluster, report) => {
  for (const policy of cluster.all('NetworkPolicy')) {
    const names = (policy.spec?.ingress ?? []).flatMap((entry) => entry.ports ?? []).map(({ port }) => port);
    const taken = cluster.workloads().filter(({ labels }) => selects(policy.spec?.podSelector, labels));
    const had = taken.flatMap(({ pod }) => pod.containers).flatMap((one) => one.ports ?? []);
    for (const name of names) {
      if (!had.some((port) => port.name === name || port.containerPort === name))
        report(policy, `no pod of it has port ${name ?? ''}`);
    }
  }
};

/** Who may talk to whom. */
export const networkRules: readonly Rule[] = [defaultDeny, edges, entrances, narrow, ports];
