// Alerts and dashboards: every metric they ask for is one that the code writes, every expression parses.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import { metrics, startMetrics } from '#platform/observability';
import '../../apps/auth/src/metrics.ts';
import '../../apps/catalogue/src/metrics.ts';
import '../../apps/generations/src/metrics.ts';
import '../../apps/generation-worker/src/metrics.ts';
import type { Cluster, Rule } from './cluster.ts';
import { metricsIn } from './promql.ts';

/** What Prometheus itself knows of a target. */
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

/** An expression, and where it stands. */
interface Expression {
  place: string;
  text: string;
}

function alertsOf(cluster: Cluster): Expression[] {
  const groups = cluster.all('PrometheusRule').flatMap(({ spec }) => spec.groups ?? []);
  const rules = groups.flatMap((group) => group.rules ?? []);
  return rules.map(({ alert, expr }) => ({ place: `alert ${alert ?? ''}`, text: String(expr) }));
}

function dashboardsOf(cluster: Cluster): { place: string; text: string }[] {
  const maps = cluster
    .all('ConfigMap')
    .filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
  return maps.flatMap(({ data = {} }) => Object.entries(data).map(([place, text]) => ({ place, text })));
}

/** Names that /metrics can show, with the endings of histograms. */
async function written(): Promise<Set<string>> {
  startMetrics('validate');
  const names = new Set(BUILT_IN);
  for (const { name, type } of await metrics.getMetricsAsJSON()) {
    names.add(name);
    // The library writes the kind as a word, although its types say a number.
    if (String(type) === 'histogram')
      for (const end of ['bucket', 'sum', 'count']) names.add(`${name}_${end}`);
  }
  return names;
}

const KNOWN = await written();

const alerts: Rule = (cluster, report) => {
  for (const { place, text } of alertsOf(cluster)) {
    const names = metricsIn(text);
    if (names.length === 0) report(place, 'asks for no metric');
    for (const name of names) if (!KNOWN.has(name)) report(place, `nobody writes ${name}`);
  }
  for (const { spec } of cluster.all('PrometheusRule')) {
    for (const { alert, labels, annotations } of (spec.groups ?? []).flatMap((group) => group.rules ?? [])) {
      if (!annotations?.['summary'] || !annotations['runbook'])
        report(`alert ${alert ?? ''}`, 'needs summary and runbook');
      if (!labels?.['severity']) report(`alert ${alert ?? ''}`, 'needs a severity');
    }
  }
};

const dashboards: Rule = (cluster, report) => {
  for (const { place, text } of dashboardsOf(cluster)) {
    const parsed = dashboard.safeParse(JSON.parse(text));
    if (!parsed.success) {
      report(place, z.prettifyError(parsed.error));
      continue;
    }
    const { panels } = parsed.data;
    if (new Set(panels.map(({ id }) => id)).size !== panels.length) report(place, 'two panels have one id');
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        for (const name of metricsIn(expr))
          if (!KNOWN.has(name)) report(`${place}, ${title}`, `nobody writes ${name}`);
      }
    }
  }
};

/** Metrics without alerts and dashboards are for nobody. */
const present: Rule = (cluster, report) => {
  if (cluster.isLocal) return;
  if (alertsOf(cluster).length === 0) report('PrometheusRule', 'there is no alert');
  if (dashboardsOf(cluster).length < 2) report('ConfigMap', 'the two dashboards are missing');
};

/** Alerts and dashboards. */
export const monitoringRules: readonly Rule[] = [alerts, dashboards, present];

/** promtool of the machine, or the one in the cache (README, "Checking the manifests"); undefined without. */
export function findPromtool(): string | undefined {
  const cached = fileURLToPath(new URL('../../node_modules/.cache/promtool', import.meta.url));
  if (existsSync(cached)) return cached;
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return 'promtool';
  } catch {
    return undefined; // optional
  }
}

/** What promtool has against the expressions of alerts and dashboards, or against how alerts behave. */
export function promtoolFindings(promtool: string, cluster: Cluster): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'shelfscribe-promql-'));
  const rules = join(folder, 'rules.yaml');
  const run = (...args: string[]): string[] => {
    try {
      execFileSync(promtool, args, { cwd: folder, stdio: 'pipe' });
      return [];
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
      return [`${stdout?.toString() ?? ''}${stderr?.toString() ?? ''}`.trim()];
    }
  };
  try {
    writeFileSync(rules, stringify({ groups: [{ name: 'all', rules: recorded(cluster) }] }));
    const parsed = run('check', 'rules', '--lint=none', rules);
    const groups = cluster.all('PrometheusRule').flatMap(({ spec }) => spec.groups ?? []);
    writeFileSync(rules, stringify({ groups }));
    copyFileSync(new URL('alerts.test.yaml', import.meta.url), join(folder, 'test.yaml'));
    return [...parsed, ...run('test', 'rules', 'test.yaml')];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each expression as a rule that promtool can read. */
function recorded(cluster: Cluster): object[] {
  const panels = dashboardsOf(cluster).flatMap(({ text }) => dashboard.parse(JSON.parse(text)).panels);
  const shown = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ place: title, text: expr })),
  );
  return [...alertsOf(cluster), ...shown].map(({ place, text }, i) => ({
    record: `expression_${i}`,
    expr: text.replaceAll('$__rate_interval', '5m'),
    labels: { place },
  }));
}
