// Writes the tables of docs/growth.md: what a row of each table takes, as docs/measured.json has it.

/** What was measured of a table. */
interface TableSize {
  owner: string;
  table: string;
  rows: number;
  rowBytes: number;
  indexes: Record<string, number>;
}
/** What was measured, when, and of how much. */
export interface Measured {
  measured: string;
  products: number;
  texts: number;
  tables: readonly TableSize[];
}

/** Fewer rows do not fill the pages of their indexes, so they tell nothing. */
const ENOUGH_ROWS = 50;
/** The place of the tables. */
const PLACE = /(<!-- tables -->\n)[^]*$/;

/** The page with its tables made anew. */
export function withGrowth(page: string, { measured, products, texts, tables }: Measured): string {
  const enough = tables.filter(({ rows }) => rows >= ENOUGH_ROWS);
  const few = tables
    .filter(({ rows }) => rows < ENOUGH_ROWS)
    .map(({ owner, table }) => `\`${owner}.${table}\``);
  const number = (value: number): string => value.toLocaleString('en-US');
  const lines = enough.map(({ owner, table, rowBytes, indexes }) => {
    const all = Object.values(indexes).reduce((sum, bytes) => sum + bytes, 0);
    const largest = Object.entries(indexes)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, bytes]) => `${name.replace(new RegExp(`^${table}_`), '')} ${number(bytes)}`);
    return `| \`${owner}.${table}\` | ${number(rowBytes)} | ${number(all)} | ${number(rowBytes + all)} | ${number(Math.round((rowBytes + all) / 10))} | ${largest.join(', ')} |`;
  });
  return page.replace(
    PLACE,
    (_, place: string) => `${place}
Measured on ${measured} with ${number(products)} products and ${number(texts)} texts:

| table | row, B | indexes, B | together, B | 10^8 rows, GB | each index, B |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}

Too few rows to tell, because they are few in every installation or leave soon: ${few.join(', ')}.
`,
  );
}
