// Computes docs/sizes.md: what an installation of a size needs, from what was measured (docs/measured.json) and the manifests.
import { type Cluster } from './cluster.ts';
import { PLAN, PRICES, replicasAt, requestOf, settingOf, streamBytesAt, TABLES } from './sizes.ts';

/** The columns of the page. */
export const INSTALLATIONS = [
  { products: 10_000, textsPerDay: 500, people: 5 },
  { products: 100_000, textsPerDay: 10_000, people: 50 },
  { products: 1_000_000, textsPerDay: 100_000, people: 300 },
  { products: 10_000_000, textsPerDay: 1_000_000, people: 2000 },
] as const;
type Installation = (typeof INSTALLATIONS)[number];

const DAY_S = 86_400;

/** Bytes of a row with its indexes, by owner and table. */
function rowBytes(owner: string, table: string): number {
  const size = TABLES.find((one) => one.owner === owner && one.table === table);
  if (!size || size.rows === 0) throw new Error(`docs/measured.json has no rows of ${owner}.${table}.`);
  return Object.values(size.indexes).reduce((sum, bytes) => sum + bytes, size.rowBytes);
}

/** Bytes in Postgres once each table has as many rows as it will keep. */
function postgresBytes(cluster: Cluster, { products, textsPerDay }: Installation): number {
  const days = (owner: string, setting: string): number => settingOf(cluster, owner, setting);
  const product =
    rowBytes('catalogue', 'product') +
    rowBytes('catalogue', 'product_text') +
    rowBytes('generations', 'product_text');
  const daily =
    rowBytes('generations', 'generation') * days('generations', 'GENERATIONS_KEEP_DAYS') +
    rowBytes('generations', 'invocation') * days('generations', 'USAGE_KEEP_DAYS') +
    (rowBytes('notifications', 'event') * PLAN.eventsPerGeneration + rowBytes('notifications', 'delivery')) *
      days('notifications', 'EVENTS_KEEP_DAYS');
  return products * product + textsPerDay * daily;
}

/** The rows of the table: the cells of each, by its first cell. */
export function installationTable(cluster: Cluster): Map<string, string[]> {
  const columns = INSTALLATIONS.map((one) => columnOf(cluster, one));
  return new Map(
    Object.keys(columns[0] ?? {}).map((row) => [row, columns.map((column) => column[row] ?? '')]),
  );
}

function columnOf(cluster: Cluster, installation: Installation): Record<string, string> {
  const { products, textsPerDay, people } = installation;
  const average = textsPerDay / DAY_S;
  const replicas = replicasAt(cluster, average * PLAN.peak);
  const streams = (people * PLAN.streamsPerPerson) / (settingOf(cluster, 'gateway', 'CONNECTIONS_MAX') / 2);
  replicas['gateway'] = Math.max(replicas['gateway'] ?? 0, Math.ceil(streams));
  const pods = Object.values(replicas).reduce((sum, count) => sum + count, 0);
  const sum = (what: 'cpu' | 'memory'): number =>
    Object.entries(replicas).reduce((all, [name, count]) => all + count * requestOf(cluster, name, what), 0);
  const cores = sum('cpu');
  const memory = sum('memory') / 1024 ** 3;
  const postgres = (postgresBytes(cluster, installation) * PLAN.diskReserve) / 1e9;
  const stream = (streamBytesAt(cluster, average) * PLAN.diskReserve) / 1e9;
  const number = (value: number, digits = 1): string =>
    value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? digits : 0 });
  const price = cores * PRICES.coreMonth + memory * PRICES.gibibyteMonth;
  const disk = (postgres + stream) * PRICES.diskGigabyteMonth;
  return {
    Products: number(products),
    'Texts a day': number(textsPerDay),
    People: number(people),
    'Texts/s at the peak': number(average * PLAN.peak, 2),
    'Pods of ours': number(pods),
    'of these: gateway, generation workers': `${replicas['gateway']}, ${replicas['generation-worker']}`,
    'CPU, requested': `${number(cores)} cores`,
    'Memory, requested': `${number(memory)} GiB`,
    'Disk of Postgres, each instance': `${number(postgres)} GB`,
    'Disk of NATS, each server': `${number(stream)} GB`,
    'Cost: our pods': `${number(price)} ${PRICES.currency} a month`,
    'Cost: disks, one copy': `${number(disk)} ${PRICES.currency} a month`,
  };
}
