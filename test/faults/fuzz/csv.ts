// CSV of the fuzzer: files that can be read in one way only, the same with one flaw, and garbage.
import { fc } from '#testing/property';
import { oddText, type Words } from './values.ts';

/** Columns of products, and that of the identifiers of an import. */
const COLUMNS = ['title', 'brand', 'keywords', 'tags', 'id', 'genre', 'asin'];
const CELLS = ['', 'Oak board', 'a|b\\|c', "'=1+1", '"', 'a,b', 'a\r\nb', '橡木', 'x'.repeat(5000)];
/** Texts that change how a file is read, wherever they stand in it. */
const FLAWS = ['"', '""', ',', ';', '\n', '\r', '\0', '\ufeff', 'title,', '"\n"', ','.repeat(1000)];
const GARBAGE = [
  ...['"', ',', '\n', '""', '"",', 'a\n', 'title,'].map((piece) => piece.repeat(20_000)),
  `title\n${'a\n'.repeat(10_001)}`,
  Buffer.from('\ufefftitle\nBoard', 'utf16le'),
  Buffer.from('7469746c650acad6b9a4', 'hex'), // GB 18030
];

/** CSV bodies by their kind. */
export function csvBodies(
  words: Words,
): Record<'valid' | 'near' | 'garbage', fc.Arbitrary<string | Uint8Array>> {
  // Ids stand in their column alone: in a text, they would be shown again to whoever may read it.
  const known: Words = { id: words['productId'] ?? [], asin: words['items'] ?? [] };
  const cellOf = (column: string): fc.Arbitrary<string> =>
    fc.oneof(fc.constantFrom(...CELLS, ...(known[column] ?? [])), oddText);
  const row = fc.record(Object.fromEntries(COLUMNS.map((column) => [column, cellOf(column)])));
  const valid = fc
    .record({
      columns: fc.shuffledSubarray(COLUMNS, { minLength: 1 }),
      rows: fc.array(row, { maxLength: 8 }),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      mark: fc.constantFrom('', '\ufeff'),
    })
    .map(({ columns, rows, lineEnd, mark }) => {
      const table = [columns, ...rows.map((one) => columns.map((column) => one[column] ?? ''))];
      return mark + table.map((texts) => texts.map(quoted).join(',') + lineEnd).join('');
    });
  const near = fc
    .tuple(valid, fc.constantFrom(...FLAWS), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
    .map(([file, flaw, share, isCut]) => {
      const at = Math.floor(file.length * share);
      return file.slice(0, at) + flaw + (isCut ? '' : file.slice(at));
    });
  const garbage = fc.oneof(fc.constantFrom(...GARBAGE), oddText, fc.uint8Array({ maxLength: 64 }));
  return { valid, near, garbage };
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
