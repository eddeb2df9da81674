// Checks the table of sizes in README.md, the bounds of autoscalers, and the connections to Postgres against the manifests.
import { readFileSync } from 'node:fs';
import type { Check } from '../cluster.ts';
import { boundsOf, connectionsOf, maxConnections, OWNERS, RATES, replicasAt, sizeTable } from '../sizes.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const EXAMPLE = 'examples/cloudnative-pg/postgres.yaml';
const POSTGRES = readFileSync(new URL(`../../${EXAMPLE}`, import.meta.url), 'utf8');
/** Share of max_connections that replicas may use in the local overlay, as in the table. */
const CONNECTION_SHARE = 0.8;

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

/** The Postgres of the example has the connections that the table names for one cluster of all owners. */
const exampleConnections: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  const planned = maxConnections(cluster, OWNERS);
  const set = /max_connections: '(\d+)'/.exec(POSTGRES)?.[1];
  if (Number(set) !== planned) report(EXAMPLE, `max_connections must be ${planned}`);
};

/** Sizes. */
export const sizeChecks: readonly Check[] = [table, maxima, connections, exampleConnections];
