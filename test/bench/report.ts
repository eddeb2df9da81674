// Prints the results of the benchmarks.

/** One comparison of ours with the plainest program that does the same. */
export interface Comparison {
  what: string;
  ours: string;
  plain: string;
  /** Ours divided by plain, both in work per time: 1 is as fast as the plain program. */
  ratio: number;
}

/** Ratios by what was compared. A ratio says more than a rate, because both programs ran on the same machine. */
export type Ratios = Record<string, number>;

/** A ratio that is smaller than that of the last release by this share is told; less is noise. */
const SLOWER = 0.1;

/** Prints comparisons as a table, beside the ratios of the last release, and then what has become slower since. */
export function printComparisons(rows: readonly Comparison[], released: Ratios): void {
  const table = [
    ['', 'ours', 'plain', 'ratio', 'last release'],
    ...rows.map((row) => [
      row.what,
      row.ours,
      row.plain,
      row.ratio.toFixed(2),
      released[row.what]?.toFixed(2) ?? '',
    ]),
  ];
  printTable(table);
  for (const { what, ratio } of rows) {
    const before = released[what] ?? 0;
    const share = 1 - ratio / before;
    if (before > 0 && share > SLOWER)
      process.stdout.write(`Slower than the last release by ${Math.round(share * 100)} %: ${what}\n`);
  }
}

/** Prints rows of cells in columns. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of rows)
    process.stdout.write(`${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}\n`);
}
