// CSV files of the largest size that are hard to read: each kind once made some CSV reader slow.

const MB = 1024 * 1024;

/** A kind of file. */
export interface HostileCsv {
  /** What it is full of. */
  of: string;
  file: () => string;
  /** What an import of products from it answers. */
  status: 202 | 400;
}

/** Files of at most 5 MB. */
export const HOSTILE_CSV: readonly HostileCsv[] = [
  { of: 'quotes', file: () => '"'.repeat(5 * MB), status: 400 },
  { of: 'quotes in a cell', file: () => `title\n"${'""'.repeat(2.4 * MB)}"`, status: 400 },
  { of: 'quoted cells', file: () => `title\n${'""\n'.repeat(10_000)}`, status: 202 },
  { of: 'commas', file: () => `title\n${','.repeat(5 * MB - 10)}`, status: 400 },
  { of: 'rows of commas', file: () => `title\n${`${','.repeat(500_000)}\n`.repeat(10)}`, status: 202 },
  { of: 'rows of one cell too few', file: () => `title,brand\n${'a\n'.repeat(10_000)}`, status: 202 },
  { of: 'rows of lists', file: () => `title,tags\n${`a,${'|'.repeat(490)}\n`.repeat(10_000)}`, status: 202 },
  { of: 'one list', file: () => `title,tags\n${`a,${'|'.repeat(200_000)}\n`.repeat(25)}`, status: 202 },
  { of: 'formulas', file: () => `title,brand\n${"'=HYPERLINK(x),'+1\n".repeat(10_000)}`, status: 202 },
  { of: 'line ends', file: () => `title${'\n'.repeat(5 * MB - 10)}`, status: 400 },
];
