// How the results are shown.
import type { Result, Scenario } from './scenario.ts';

const HEAD = ['scenario', '', 'faults', 'accepted', 'lost', 'doubled', 'slowest recovery', 'result', 'notes'];

/** A row of results. */
export interface Row {
  scenario: Scenario;
  result: Result;
  seconds: number;
}

/** The table of all results. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ scenario, result, seconds }) => [
    scenario.id,
    scenario.title,
    String(result.faults),
    String(result.accepted),
    String(result.lost),
    String(result.doubled),
    result.slowestRecoveryMs > 0 ? `${(result.slowestRecoveryMs / 1000).toFixed(1)} s` : '-',
    result.passed ? 'PASS' : 'FAIL',
    `${seconds.toFixed(0)} s${result.notes ? `; ${result.notes}` : ''}`,
  ]);
  const table = [HEAD, ...cells];
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
