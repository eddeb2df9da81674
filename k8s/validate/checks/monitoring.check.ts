// Checks alerts and dashboards: every expression parses and asks only for metrics that the code exposes.
import { z } from 'zod';
import { metrics, startMetrics } from '#platform/observability';
import '../../../apps/auth/src/metrics.ts';
import '../../../apps/catalogue/src/metrics.ts';
import '../../../apps/generations/src/metrics.ts';
import '../../../apps/generation-worker/src/metrics.ts';
import type { Check, Cluster } from '../cluster.ts';
import { metricsIn, syntaxError } from '../promql.ts';

/** Metrics that Prometheus itself adds to each target. */
const BUILT_IN = ['up'];
const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.unknown() })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      datasource: z.object({ uid: z.literal('${datasource}') }),
      targets: z.array(z.object({ expr: z.string() })).min(1),
    }),
  ),
});

/** An expression, and the alert or panel that contains it. */
export interface Expression {
  place: string;
  text: string;
}

/** The expressions of all alerts and of all panels in valid dashboards. */
export function expressionsOf(cluster: Cluster): Expression[] {
  const panels = dashboardsOf(cluster).flatMap(({ place, text }) => {
    const parsed = dashboard.safeParse(JSON.parse(text));
    return (parsed.data?.panels ?? []).flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ place: `${place}, ${title}`, text: expr })),
    );
  });
  const alerts = alertsOf(cluster).map(({ alert, expr }) => ({
    place: `alert ${alert ?? ''}`,
    text: String(expr),
  }));
  return [...alerts, ...panels];
}

function alertsOf(cluster: Cluster) {
  const groups = cluster.all('PrometheusRule').flatMap(({ spec }) => spec.groups ?? []);
  return groups.flatMap((group) => group.rules ?? []);
}

/** The dashboards as JSON texts, with their file names. */
function dashboardsOf(cluster: Cluster): { place: string; text: string }[] {
  const maps = cluster
    .all('ConfigMap')
    .filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
  return maps.flatMap(({ data = {} }) => Object.entries(data).map(([place, text]) => ({ place, text })));
}

/** All names that /metrics can contain, with the suffixes of histograms. */
async function exposedMetrics(): Promise<Set<string>> {
  startMetrics('validate', 'unknown');
  const names = new Set(BUILT_IN);
  for (const { name, type } of await metrics.getMetricsAsJSON()) {
    names.add(name);
    // The library returns the type as a word, although its declarations say that it is a number.
    if (String(type) === 'histogram')
      for (const suffix of ['bucket', 'sum', 'count']) names.add(`${name}_${suffix}`);
  }
  return names;
}

const EXPOSED = await exposedMetrics();

const expressions: Check = (cluster, report) => {
  for (const { place, text } of expressionsOf(cluster)) {
    const error = syntaxError(text);
    if (error) {
      report(place, error);
      continue;
    }
    const names = metricsIn(text);
    if (names.length === 0) report(place, 'asks for no metric');
    for (const name of names) if (!EXPOSED.has(name)) report(place, `no process exposes ${name}`);
  }
};

const alerts: Check = (cluster, report) => {
  for (const { alert = '', labels, annotations } of alertsOf(cluster)) {
    if (!annotations?.['summary'] || !annotations['runbook'])
      report(`alert ${alert}`, 'needs a summary and a runbook');
    if (!labels?.['severity']) report(`alert ${alert}`, 'needs a severity');
  }
};

const dashboards: Check = (cluster, report) => {
  for (const { place, text } of dashboardsOf(cluster)) {
    const parsed = dashboard.safeParse(JSON.parse(text));
    if (!parsed.success) {
      report(place, z.prettifyError(parsed.error));
      continue;
    }
    const { panels } = parsed.data;
    if (new Set(panels.map(({ id }) => id)).size !== panels.length)
      report(place, 'two panels have the same id');
  }
};

/** Outside the local overlay, alerts and both dashboards must exist. */
const present: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  if (alertsOf(cluster).length === 0) report('PrometheusRule', 'there is no alert');
  if (dashboardsOf(cluster).length < 2) report('ConfigMap', 'the two dashboards are missing');
};

/** Alerts and dashboards. */
export const monitoringChecks: readonly Check[] = [expressions, alerts, dashboards, present];
