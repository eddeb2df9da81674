// Formats scenarios and results as tables.
import type { Result, Scenario } from './scenario.ts';

/** A scenario with its file below test/faults/scenarios. */
export type ListedScenario = Scenario & { file: string };

/** The table of scenarios in the README, as Markdown. */
export function scenarioTable(scenarios: readonly ListedScenario[]): string {
  const rows = scenarios.map(({ id, title, holds, file }) => `| ${id} | ${title} | ${holds} | ${file} |`);
  return ['| code | what happens | what must hold | file |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const HEAD = ['scenario', '', 'faults', 'accepted', 'lost', 'doubled', 'slowest recovery', 'result', 'notes'];

/** A row of results. */
export interface Row {
  scenario: Scenario;
  result: Result;
  seconds: number;
}

/** The table of all results, in columns of spaces. */
export function resultTable(rows: readonly Row[]): string {
  const cells = rows.map(({ scenario, result, seconds }) => {
    const { faults = 0, accepted = 0, lost = 0, doubled = 0, slowestRecoveryMs = 0, notes } = result;
    return [
      scenario.id,
      scenario.title,
      ...[faults, accepted, lost, doubled].map(String),
      slowestRecoveryMs > 0 ? `${(slowestRecoveryMs / 1000).toFixed(1)} s` : '-',
      result.passed ? 'PASS' : 'FAIL',
      `${seconds.toFixed(0)} s${notes ? `; ${notes}` : ''}`,
    ];
  });
  const table = [HEAD, ...cells];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
