// Checks alerts and dashboards: every expression parses, asks only for metrics that the code exposes, and only in our
// namespace; every alert has a section in ALERTS.md. In turn, each metric of ours is asked for, each process and queue is
// watched, the objective of latency leaves out what takes as long as its client wishes, what counts failed generations leaves
// out those that are of clients, and Compose, which has the same dashboards, gives the same labels.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { GENERATION_ERROR_CODES, type GenerationErrorCode } from '#contracts';
import { metrics, startMetrics } from '#platform/observability';
import '../../../apps/auth/src/metrics.ts';
import '../../../apps/catalogue/src/metrics.ts';
import '../../../apps/generations/src/metrics.ts';
import '../../../apps/gateway/src/metrics.ts';
import '../../../apps/generation-worker/src/metrics.ts';
import '../../../apps/import-worker/src/metrics.ts';
import '../../../apps/notifications/src/metrics.ts';
import '../../../apps/webhook-worker/src/metrics.ts';
import type { Check, Cluster } from '../cluster.ts';
import { OPERATIONS } from '../operations.ts';
import { metricsIn, selectorsIn, syntaxError } from '../promql.ts';
import { QUEUES } from './scaling.check.ts';
import { STATE_ALERTS } from './state.check.ts';

/** Metrics of others: of Prometheus, which adds `up` to each target, and of kube-state-metrics. */
const FOREIGN = [
  'up',
  'kube_horizontalpodautoscaler_status_current_replicas',
  'kube_horizontalpodautoscaler_spec_max_replicas',
  'kube_pod_container_status_restarts_total',
];
/** Whether it is because of what a client sent or wanted that a generation ends with a code. */
const IS_OF_CLIENT: Readonly<Record<GenerationErrorCode, boolean>> = {
  ModelUnavailable: false,
  ModelRateLimited: false,
  ModelQuotaExhausted: false,
  ModelAuthenticationFailed: false,
  ModelNotFound: false,
  ModelTimeout: false,
  ContextTooLong: true,
  ContentFiltered: true,
  OutputTruncated: false,
  InvalidModelOutput: false,
  ModelRequestRejected: false,
  QualityCheckFailed: true,
  InvalidInstructions: true,
  InsufficientProductData: true,
  UnsupportedLanguage: true,
  UnsupportedByModel: true,
  DeadlineExceeded: false,
  Cancelled: true,
  BudgetExceeded: true,
  GenerationInterrupted: false,
  InternalFault: false,
};
const ALERTS = readFileSync(new URL('../../ALERTS.md', import.meta.url), 'utf8');
const COMPOSE = 'deploy/observability/prometheus.yml';
const SCRAPED = parse(readFileSync(new URL(`../../../${COMPOSE}`, import.meta.url), 'utf8')) as {
  scrape_configs: { relabel_configs?: { target_label: string }[] }[];
};
/** Variables of every dashboard. */
const VARIABLES = ['datasource', 'namespace', 'pod'];
const row = z.object({ id: z.int(), type: z.literal('row'), title: z.string() });
const panel = z.object({
  id: z.int(),
  type: z.enum(['stat', 'timeseries']),
  title: z.string(),
  datasource: z.object({ uid: z.literal('${datasource}') }),
  targets: z.array(z.object({ expr: z.string() })).min(1),
});
const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.unknown() })) }),
  panels: z.array(z.discriminatedUnion('type', [row, panel])),
});

/** An expression, and the alert or panel that contains it. */
export interface Expression {
  place: string;
  text: string;
  /** How each of its selectors must name the namespace. */
  scope: string;
}

/** The expressions of all alerts and of all panels in valid dashboards. */
export function expressionsOf(cluster: Cluster): Expression[] {
  const panels = dashboardsOf(cluster).flatMap(({ place, text }) => {
    const parsed = dashboard.safeParse(JSON.parse(text));
    return (parsed.data?.panels ?? []).flatMap((one) =>
      one.type === 'row'
        ? []
        : one.targets.map(({ expr }) => ({
            place: `${place}, ${one.title}`,
            text: expr,
            scope: BOARD_SCOPE,
          })),
    );
  });
  const { scope } = cluster;
  const rules = rulesOf(cluster).map(({ alert, record, expr }) => ({
    place: alert === undefined ? `record ${record ?? ''}` : `alert ${alert}`,
    text: String(expr),
    scope,
  }));
  return [...rules, ...panels];
}

/** Dashboards choose the namespace by a variable. */
const BOARD_SCOPE = 'namespace=~"$namespace"';

/**
 * Alerts of the state ask for its own pods, or an add-on for objects of a namespace: Prometheus keeps `namespace` for that of the
 * add-on's pods.
 */
const STATE_SCOPE = /[{,](namespace="shelfscribe-state"|exported_namespace=~?"shelfscribe(\.\*)?")[,}]/;

function rulesOf(cluster: Cluster) {
  const groups = cluster.all('PrometheusRule').flatMap(({ spec }) => spec.groups ?? []);
  return groups.flatMap((group) => group.rules ?? []);
}

function alertsOf(cluster: Cluster) {
  return rulesOf(cluster).flatMap(({ alert, ...rest }) => (alert === undefined ? [] : [{ alert, ...rest }]));
}

/** The dashboards as JSON texts, with their file names. */
function dashboardsOf(cluster: Cluster): { place: string; text: string }[] {
  const maps = cluster
    .all('ConfigMap')
    .filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
  return maps.flatMap(({ data = {} }) => Object.entries(data).map(([place, text]) => ({ place, text })));
}

/** The metrics that our processes define, but those of Node. */
const OURS = (await metrics.getMetricsAsJSON()).map(({ name }) => name);

/** All names that /metrics can contain, with the suffixes of histograms. */
async function exposedMetrics(): Promise<Set<string>> {
  startMetrics('validate', { REVISION: 'unknown', METRICS_FRESH_MS: 0 });
  const names = new Set(FOREIGN);
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
  const recorded = new Set(rulesOf(cluster).map(({ record }) => record));
  for (const { place, text, scope } of expressionsOf(cluster)) {
    const error = syntaxError(text);
    if (error) {
      report(place, error);
      continue;
    }
    const selectors = selectorsIn(text);
    if (selectors.length === 0) report(place, 'asks for no metric');
    for (const { metric, matchers } of selectors) {
      if (!EXPOSED.has(metric) && !recorded.has(metric)) report(place, `no process exposes ${metric}`);
      if (!matchers.slice(1, -1).split(',').includes(scope))
        report(place, `${metric} must be selected with ${scope}, because others have metrics of that name`);
    }
  }
};

const alerts: Check = (cluster, report) => {
  const sections = [...ALERTS.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);
  const stateAlerts = STATE_ALERTS.flatMap(({ spec }) => spec?.groups ?? []).flatMap(
    ({ rules = [] }) => rules,
  );
  for (const { alert, expr } of stateAlerts) {
    const error = syntaxError(String(expr));
    if (error) report(`alert ${alert}`, error);
    else if (selectorsIn(String(expr)).some(({ matchers }) => !STATE_SCOPE.test(matchers)))
      report(`alert ${alert}`, 'must name the namespace of the state, or exported_namespace for an add-on');
  }
  for (const { alert = '', labels, annotations } of [...alertsOf(cluster), ...stateAlerts]) {
    if (!annotations?.['summary']) report(`alert ${alert}`, 'needs a summary');
    if (!annotations?.['runbook_url']?.endsWith(`/k8s/ALERTS.md#${alert.toLowerCase()}`))
      report(`alert ${alert}`, 'needs a runbook_url that leads to its section of ALERTS.md');
    if (!sections.includes(alert)) report(`alert ${alert}`, 'has no section in ALERTS.md');
    if (!labels?.['severity']) report(`alert ${alert}`, 'needs a severity');
  }
  const names = [...alertsOf(cluster), ...(cluster.isLocal ? [] : stateAlerts)].map(({ alert }) => alert);
  for (const name of sections)
    if (names.length > 0 && !names.includes(name))
      report('ALERTS.md', `describes ${name}, which is no alert`);
};

const dashboards: Check = (cluster, report) => {
  for (const { place, text } of dashboardsOf(cluster)) {
    const parsed = dashboard.safeParse(JSON.parse(text));
    if (!parsed.success) {
      report(place, z.prettifyError(parsed.error));
      continue;
    }
    const { panels, templating } = parsed.data;
    for (const name of VARIABLES)
      if (!templating.list.some((one) => one.name === name)) report(place, `has no variable ${name}`);
    if (panels[0]?.type !== 'stat') report(place, 'must begin with figures (stat panels)');
    if (new Set(panels.map(({ id }) => id)).size !== panels.length)
      report(place, 'two panels have the same id');
  }
};

/** A metric that nobody asks for is not worth its collection, or its panel was forgotten. */
const asked: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  const valid = expressionsOf(cluster).filter(({ text }) => !syntaxError(text));
  const names = new Set(valid.flatMap(({ text }) => metricsIn(text)));
  for (const name of OURS)
    if (!['', '_bucket', '_sum', '_count'].some((suffix) => names.has(name + suffix)))
      report(name, 'is in no alert and on no dashboard');
};

/** Each process and each queue has an alert for when it is gone. */
const watched: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  const expressionOf = (name: string): string =>
    String(alertsOf(cluster).find(({ alert }) => alert === name)?.expr);
  const processes = cluster.workloads().filter(({ object }) => object.kind === 'Deployment');
  for (const { name } of processes)
    // Once where all replicas may be down, and once where there may be none.
    if (
      expressionOf('ProcessIsMissing')
        .split(/["|]/)
        .filter((one) => one === name).length !== 2
    )
      report('alert ProcessIsMissing', `must name ${name} twice`);
  for (const queue of QUEUES)
    if (!expressionOf('QueuesAreUnseen').includes(`queue="${queue}"`))
      report('alert QueuesAreUnseen', `must name ${queue}`);
};

const latency: Check = (cluster, report) => {
  const rules = rulesOf(cluster).filter(({ labels }) => labels?.['slo'] === 'api-latency');
  const left = rules.flatMap(({ expr }) => String(expr).match(/(?<=route!~")[^"]*/g) ?? []);
  for (const { name, path, isLong } of OPERATIONS) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const pattern of left)
      if (isLong && !new RegExp(`^(${pattern})$`).test(route))
        report('record of api-latency', `counts ${name}, which takes as long as its client wishes`);
  }
};

/** What counts failed generations, or leaves out codes, leaves out those of clients and no others. */
const clients: Check = (cluster, report) => {
  const wanted = `code!~"${GENERATION_ERROR_CODES.filter((code) => IS_OF_CLIENT[code]).join('|')}"`;
  for (const { place, text } of expressionsOf(cluster).filter(({ scope }) => scope !== BOARD_SCOPE))
    for (const { metric, matchers } of syntaxError(text) ? [] : selectorsIn(text))
      if (metric === 'generations_total' && /FAILED|code!~/.test(matchers) && !matchers.includes(wanted))
        report(place, `must select ${metric} with ${wanted}`);
};

/** The labels that the scrape adds in clusters are added in Compose too. */
const targetLabels: Check = (cluster, report) => {
  const given = SCRAPED.scrape_configs.map(({ relabel_configs = [] }) =>
    relabel_configs.map(({ target_label }) => target_label),
  );
  const endpoints = cluster.all('PodMonitor').flatMap(({ spec }) => spec.podMetricsEndpoints ?? []);
  for (const { targetLabel } of endpoints.flatMap(({ relabelings = [] }) => relabelings))
    if (targetLabel !== undefined && !given.every((all) => all.includes(targetLabel)))
      report(COMPOSE, `must give the label ${targetLabel}, which dashboards ask for`);
};

/** Outside the local overlay, alerts and both dashboards must exist. */
const present: Check = (cluster, report) => {
  if (cluster.isLocal) return;
  if (alertsOf(cluster).length === 0) report('PrometheusRule', 'there is no alert');
  if (dashboardsOf(cluster).length < 2) report('ConfigMap', 'the two dashboards are missing');
};

/** Alerts and dashboards. */
export const monitoringChecks: readonly Check[] = [
  expressions,
  alerts,
  dashboards,
  asked,
  watched,
  latency,
  clients,
  targetLabels,
  present,
];
