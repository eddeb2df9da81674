// Checks the table of sizes in README.md, the bounds of autoscalers, and the connections to Postgres against the manifests.
import { readFileSync } from 'node:fs';
import { cores, type Check, type Container } from '../cluster.ts';
import {
  boundsOf,
  connectionsOf,
  maxConnections,
  OWNERS,
  RATES,
  replicasAt,
  settingOf,
  sizeTable,
  streamBytesAt,
} from '../sizes.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const EXAMPLE = 'examples/cloudnative-pg/postgres.yaml';
const POSTGRES = readFileSync(new URL(`../../${EXAMPLE}`, import.meta.url), 'utf8');
const LOCAL_NATS = readFileSync(new URL('../../../deploy/nats/local.conf', import.meta.url), 'utf8');
const NATS = readFileSync(new URL('../../../deploy/nats/cluster.conf', import.meta.url), 'utf8');
const NATS_EXAMPLE = readFileSync(new URL('../../examples/nats/values.yaml', import.meta.url), 'utf8');
/** Share of max_connections that replicas may use in the local overlay, as in the table. */
const CONNECTION_SHARE = 0.8;
/** Cores of the machine that the local overlay is for (README.md, "On one machine"). */
const LOCAL_CORES = 2;
/** Cores that kind's own pods ask for: API server, controllers, scheduler, etcd, name resolution, network. */
const CLUSTER_CORES = 0.95;

const table: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  for (const [row, cells] of sizeTable(cluster)) {
    const line = README.split('\n').find((one) => one.startsWith(`| ${row} `) || one.startsWith(`| ${row}|`));
    const found = line
      ?.split('|')
      .slice(2, 2 + RATES.length)
      .map((cell) => cell.trim());
    if (found?.join() !== cells.join()) report('README.md', `the row "${row}" must be: ${cells.join(' | ')}`);
  }
};

/** An autoscaler must allow what the table plans for the highest rate. */
const maxima: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  for (const [name, count] of Object.entries(replicasAt(cluster, RATES.at(-1) ?? NaN))) {
    const { max } = boundsOf(cluster, name);
    if (count > max)
      report(`autoscaler of ${name}`, `README.md plans ${count} replicas, and it allows ${max}`);
  }
};

/** The Postgres of the local overlay must have connections for all replicas. */
const connections: Check = (cluster, report) => {
  const maps = cluster.all('ConfigMap').flatMap(({ data = {} }) => Object.values(data));
  const settings = maps.flatMap((text) => /^max_connections = (\d+)/m.exec(text)?.[1] ?? []);
  const used = OWNERS.reduce((sum, owner) => sum + connectionsOf(cluster, owner), 0);
  for (const limit of settings.map(Number)) {
    if (used > limit * CONNECTION_SHARE)
      report('max_connections', `${used} connections are more than 80 % of ${limit}`);
  }
};

/** The local overlay must be scheduled on a small machine, and on that of CI, whichever pods start first. */
const machine: Check = (cluster, report) => {
  if (!cluster.isLocal) return;
  const requested = cluster.workloads().map(({ pod }) => {
    const ofContainers = (all: readonly Container[] = []): number[] =>
      all.map(({ resources }) => cores(resources?.requests?.['cpu']) ?? NaN);
    // Those that prepare a pod end before the others start.
    return Math.max(sumOf(ofContainers(pod.containers)), ...ofContainers(pod.initContainers));
  });
  const sum = sumOf(requested) + CLUSTER_CORES;
  if (!(sum <= LOCAL_CORES))
    report('local', `asks for ${sum.toFixed(2)} cores with the cluster's own pods: more than ${LOCAL_CORES}`);
};

/** The stream of events must hold what the first column plans, and fit on its servers. */
const stream: Check = (cluster, report) => {
  const capacity = Number(/max_file: (\d+)GB/.exec(cluster.isLocal ? LOCAL_NATS : NATS)?.[1]) * 1e9;
  const volume = Number(/pvc: \{ size: (\d+)Gi/.exec(NATS_EXAMPLE)?.[1]) * 1024 ** 3;
  const servers = Number(/replicas: (\d+)/.exec(NATS_EXAMPLE)?.[1]);
  const planned = streamBytesAt(cluster, RATES[0] ?? NaN);
  for (const owner of OWNERS) {
    const bytes = settingOf(cluster, owner, 'EVENTS_MAX_BYTES');
    const copies = settingOf(cluster, owner, 'EVENTS_REPLICAS');
    if (!cluster.isLocal && bytes < planned)
      report(owner, `EVENTS_MAX_BYTES is ${bytes}, and the lowest rate needs ${planned}`);
    if (!(bytes <= capacity && capacity < volume))
      report(owner, `EVENTS_MAX_BYTES ${bytes}, max_file ${capacity} and the volume ${volume} do not fit`);
    // With one copy, a lost volume loses the events that nobody has read yet.
    if (cluster.overlay === 'production' && copies !== servers)
      report(owner, `EVENTS_REPLICAS is ${copies}, and the example has ${servers} servers`);
  }
};

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The Postgres of the example has the connections that the table names for one cluster of all owners. */
const exampleConnections: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  const planned = maxConnections(cluster, OWNERS);
  const set = /max_connections: '(\d+)'/.exec(POSTGRES)?.[1];
  if (Number(set) !== planned) report(EXAMPLE, `max_connections must be ${planned}`);
};

/** Sizes. */
export const sizeChecks: readonly Check[] = [table, maxima, connections, machine, stream, exampleConnections];
