// Computes the table of sizes of README.md from the manifests, for the load that README.md plans with.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { GENERATION_QUEUE } from '#contracts';
import { placesOf } from '../../apps/generation-worker/src/config.ts';
import { SCHEMAS } from './checks/environment.check.ts';
import { bytes, cores, type Cluster } from './cluster.ts';
import { variablesOf } from './variables.ts';

/** Imports per second, and as many generations per second: the columns of the table. */
export const RATES = [1, 10, 100];

const MEASURED = JSON.parse(
  readFileSync(new URL('../../docs/measured.json', import.meta.url), 'utf8'),
) as Measured;
/** What was measured, and what is assumed. */
interface Measured {
  /** The planning assumptions of README.md. Times are in seconds of CPU, or of waiting. */
  plan: Record<(typeof PLANNED)[number], number>;
  /** Examples, of a month. */
  prices: { currency: string; coreMonth: number; gibibyteMonth: number; diskGigabyteMonth: number };
  /** What a row of each table takes, in bytes. */
  tables: { owner: string; table: string; rows: number; rowBytes: number; indexes: Record<string, number> }[];
}
/** The keys of `plan`. `eventsPerGeneration` counts generation.succeeded, product.texts_changed (twice), generation.reviewed, product.updated. */
const PLANNED = [
  'productsPerImport',
  'productsPerCall',
  'regions',
  'callSeconds',
  'modelSeconds',
  'deliverySeconds',
  'readsPerClient',
  'eventsPerGeneration',
  'readsPerWait',
  'gatewayRequestCpu',
  'ownerRequestCpu',
  'productCpu',
  'eventCpu',
  'eventBytes',
  'commandsPerJob',
  'peak',
  'streamsPerPerson',
  'diskReserve',
] as const;
export const { plan: PLAN, prices: PRICES, tables: TABLES } = MEASURED;
/** Connections for reads of an owner, beside its two pools. */
const READ_CONNECTIONS = 8;
/** Share of max_connections that replicas may use; the rest is for migrations, backups and people. */
const CONNECTION_SHARE = 0.8;
export const OWNERS = ['auth', 'catalogue', 'generations', 'notifications'];

/** The value of a variable in the first container of a Deployment, with the default of its configuration. */
export function settingOf(cluster: Cluster, name: string, variable: string): number {
  const container = cluster.find('Deployment', name)?.spec?.template.spec?.containers[0];
  const given = container && variablesOf(cluster, container).find((one) => one.name === variable)?.value;
  const field = SCHEMAS[name]?.shape[variable];
  return field ? Number(z.parse(field, given)) : NaN;
}

/** Generations that a replica writes at once, beside the places that it keeps for people who wait. */
export function generationPlaces(cluster: Cluster): number {
  return placesOf(settingOf(cluster, 'generation-worker', 'GENERATION_CONCURRENCY'))[GENERATION_QUEUE] ?? NaN;
}

/** Fewest and most replicas of a Deployment. */
export function boundsOf(cluster: Cluster, name: string): { min: number; max: number } {
  const hpa = cluster.all('HorizontalPodAutoscaler').find(({ spec }) => spec?.scaleTargetRef.name === name);
  const scaled = cluster.all('ScaledObject').find(({ spec }) => spec.scaleTargetRef.name === name);
  return {
    min: hpa?.spec?.minReplicas ?? scaled?.spec.minReplicaCount ?? 1,
    max: hpa?.spec?.maxReplicas ?? scaled?.spec.maxReplicaCount ?? 1,
  };
}

/** Most connections of an owner during a rollout, which adds one replica. */
export function connectionsOf(cluster: Cluster, owner: string): number {
  const perReplica = 2 * settingOf(cluster, owner, 'DATABASE_POOL') + READ_CONNECTIONS;
  return (boundsOf(cluster, owner).max + 1) * perReplica;
}

/** `max_connections` of a cluster of Postgres with these owners, in steps of 50. */
export function maxConnections(cluster: Cluster, owners: readonly string[]): number {
  const needed = owners.reduce((sum, owner) => sum + connectionsOf(cluster, owner), 0);
  return Math.ceil(needed / CONNECTION_SHARE / 50) * 50;
}

export function requestOf(cluster: Cluster, name: string, what: 'cpu' | 'memory'): number {
  const container = cluster.find('Deployment', name)?.spec?.template.spec?.containers[0];
  const quantity = container?.resources?.requests?.[what];
  return (what === 'cpu' ? cores(quantity) : bytes(quantity)) ?? NaN;
}

/** Replicas for a load in cores, of which the autoscaler keeps a share of each replica's request in use. */
function replicasForCpu(cluster: Cluster, name: string, load: number): number {
  const hpa = cluster.all('HorizontalPodAutoscaler').find(({ spec }) => spec?.scaleTargetRef.name === name);
  const scaled = cluster.all('ScaledObject').find(({ spec }) => spec.scaleTargetRef.name === name);
  const cpu = scaled?.spec.triggers.find(({ type }) => type === 'cpu')?.metadata['value'];
  const share = Number(hpa?.spec?.metrics?.[0]?.resource?.target.averageUtilization ?? cpu) / 100;
  return Math.max(boundsOf(cluster, name).min, Math.ceil(load / (requestOf(cluster, name, 'cpu') * share)));
}

/** What flows through the system at a rate, per second. */
function flowsAt(rate: number) {
  const products = rate * PLAN.productsPerImport;
  const calls = products / PLAN.productsPerCall;
  const jobs = calls + rate;
  const requests = 2 * rate * (1 + PLAN.readsPerClient);
  return {
    calls,
    jobs,
    requests,
    products,
    events: rate * (1 + PLAN.eventsPerGeneration) + products,
    // One webhook takes the events of imports and generations, and not those of products.
    deliveries: 2 * rate,
    running: rate * PLAN.modelSeconds,
  };
}

/** Bytes of the stream of events at a rate, for as long as it keeps them. */
export function streamBytesAt(cluster: Cluster, rate: number): number {
  return flowsAt(rate).events * PLAN.eventBytes * settingOf(cluster, 'catalogue', 'EVENTS_MAX_AGE_H') * 3600;
}

/** Replicas of each Deployment that a rate needs. */
export function replicasAt(cluster: Cluster, rate: number): Record<string, number> {
  const { calls, requests, products, events, deliveries, running } = flowsAt(rate);
  const atLeast = (name: string, count: number): number =>
    Math.max(boundsOf(cluster, name).min, Math.ceil(count));
  const places = settingOf(cluster, 'gateway', 'IN_FLIGHT_MAX') / 2; // half of them may wait
  // Creations, reads, the product of each generation; then claims and reports.
  const catalogue = rate * (2 + PLAN.readsPerClient) + 2 * calls;
  const generations = rate * (1 + PLAN.readsPerWait) + 2 * rate;
  const calling = (calls * PLAN.callSeconds) / PLAN.regions;
  return {
    gateway: Math.max(
      replicasForCpu(cluster, 'gateway', requests * PLAN.gatewayRequestCpu),
      Math.ceil(running / places),
    ),
    auth: boundsOf(cluster, 'auth').min,
    catalogue: replicasForCpu(
      cluster,
      'catalogue',
      catalogue * PLAN.ownerRequestCpu + products * PLAN.productCpu,
    ),
    generations: replicasForCpu(cluster, 'generations', generations * PLAN.ownerRequestCpu),
    // Stores the events, and answers the claims and reports of deliveries.
    notifications: replicasForCpu(
      cluster,
      'notifications',
      events * PLAN.eventCpu + 2 * deliveries * PLAN.ownerRequestCpu,
    ),
    'import-worker': atLeast(
      'import-worker',
      calling / settingOf(cluster, 'import-worker', 'IMPORT_CONCURRENCY'),
    ),
    'generation-worker': atLeast('generation-worker', running / generationPlaces(cluster)),
    'webhook-worker': atLeast(
      'webhook-worker',
      (deliveries * PLAN.deliverySeconds) / settingOf(cluster, 'webhook-worker', 'WEBHOOK_CONCURRENCY'),
    ),
  };
}

/** The rows of the table that follow from the manifests: the cells of each, by its first cell. */
export function sizeTable(cluster: Cluster): Map<string, string[]> {
  const columns = RATES.map((rate) => columnAt(cluster, rate));
  const rows = Object.keys(columns[0] ?? {});
  return new Map(rows.map((row) => [row, columns.map((column) => column[row] ?? '')]));
}

function columnAt(cluster: Cluster, rate: number): Record<string, string> {
  const { calls, jobs, requests, products, deliveries, running } = flowsAt(rate);
  const replicas = replicasAt(cluster, rate);
  const sum = (what: 'cpu' | 'memory'): number =>
    Object.entries(replicas).reduce((all, [name, count]) => all + count * requestOf(cluster, name, what), 0);
  const stream = streamBytesAt(cluster, rate);
  const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
  return {
    'Marketplace calls/s': number(calls),
    'Import replicas': number(replicas['import-worker'] ?? NaN),
    'Generations running': number(running),
    'Generation replicas': number(replicas['generation-worker'] ?? NaN),
    'Requests/s at the gateway': number(requests),
    'Gateway replicas': number(replicas['gateway'] ?? NaN),
    'Webhook deliveries/s': number(deliveries),
    'Webhook replicas': number(replicas['webhook-worker'] ?? NaN),
    'Replicas of auth, catalogue, generations, notifications': OWNERS.map((name) => replicas[name]).join(
      ', ',
    ),
    'Transactions/s, catalogue + generations': number(2 * rate + jobs * 3 + 2 * rate * PLAN.readsPerClient),
    'Product rows written/s': number(products),
    'Bus messages/s': number(2 * (requests + (jobs + deliveries) * 3)),
    'Redis commands/s': number((jobs + deliveries) * PLAN.commandsPerJob),
    'Requested CPU of our pods': `${number(sum('cpu'))} cores`,
    'Requested memory of our pods': `${number(sum('memory') / 1024 ** 3)} GiB`,
    '`max_connections` of Postgres':
      rate < 100
        ? number(maxConnections(cluster, OWNERS))
        : `${number(Math.max(...OWNERS.map((owner) => maxConnections(cluster, [owner]))))} for each owner`,
    'Size of the stream `EVENTS`': `${number(Number((stream / 1e9).toPrecision(2)))} GB`,
  };
}
