// Finds the metrics of ours that the dashboards and alerts of the cluster ask for.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { metricsIn } from '../../../k8s/validate/promql.ts';

interface Query {
  expr: string;
}

/** Names of metrics of Prometheus and of the cluster, and of those that the alerts record. */
const FOREIGN = /^(up$|kube_|shelfscribe:)/;

const read = (name: string): string =>
  readFileSync(new URL(`../../../k8s/components/monitoring/${name}`, import.meta.url), 'utf8');

/** The metrics that our processes must expose, without the suffixes of histograms. */
export function monitoredMetrics(): string[] {
  const alerts = parse(read('alerts.yaml')) as { spec: { groups: { rules: Query[] }[] } };
  const boards = ['api', 'queues'].map(
    (name) => JSON.parse(read(`dashboards/${name}.json`)) as { panels: { targets?: Query[] }[] },
  );
  const queries = [
    ...alerts.spec.groups.flatMap(({ rules }) => rules),
    ...boards.flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets)),
  ];
  const names = queries.flatMap(({ expr }) => metricsIn(expr)).filter((name) => !FOREIGN.test(name));
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))];
}
