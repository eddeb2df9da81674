// Runs promtool, where the machine has it: types of expressions, and unit tests of the alerts.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { expressionsOf } from './checks/monitoring.check.ts';
import type { Cluster } from './cluster.ts';
import { withoutVariables } from './promql.ts';

/** promtool of the cache (README, "Checking the manifests"), else of PATH; undefined if there is none. */
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

/** The errors that promtool reports for the expressions of an overlay and for the behaviour of its alerts. */
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
    writeFileSync(rules, stringify({ groups: [{ name: 'all', rules: expressionRules(cluster) }] }));
    const checked = run('check', 'rules', '--lint=none', rules);
    const groups = cluster.all('PrometheusRule').flatMap(({ spec }) => spec.groups ?? []);
    writeFileSync(rules, stringify({ groups }));
    copyFileSync(new URL('alerts.test.yaml', import.meta.url), join(folder, 'test.yaml'));
    return [...checked, ...run('test', 'rules', 'test.yaml')];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each expression as a recording rule, the form in which promtool checks types. */
function expressionRules(cluster: Cluster): object[] {
  return expressionsOf(cluster).map(({ place, text }, i) => ({
    record: `expression_${i}`,
    expr: withoutVariables(text),
    labels: { place },
  }));
}
