// Prints the results of the benchmarks, and computes medians and percentiles.

/** One comparison of ours with the plainest program that does the same. */
export interface Comparison {
  what: string;
  ours: string;
  plain: string;
  /** Ours divided by plain, both in work per time: 1 is as fast as the plain program. */
  ratio: number;
}

/** Prints comparisons as a table. */
export function printComparisons(rows: readonly Comparison[]): void {
  const table = [
    ['', 'ours', 'plain', 'ratio'],
    ...rows.map((row) => [row.what, row.ours, row.plain, row.ratio.toFixed(2)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  for (const row of table) {
    process.stdout.write(`${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`);
  }
}

/** The median; NaN of no values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value below which `percent` per cent of the values lie; NaN of no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}
