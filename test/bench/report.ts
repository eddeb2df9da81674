// How the figures are printed.

/** One comparison: ours against the plainest thing that does the same. */
export interface Comparison {
  what: string;
  ours: string;
  plain: string;
  /** Ours divided by plain, both as work per time: 1 is as fast as the plainest. */
  ratio: number;
}

/** Prints comparisons side by side. */
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

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  return percentile(figures, 50);
}

/** The figure below which so many per cent of all lie. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}
