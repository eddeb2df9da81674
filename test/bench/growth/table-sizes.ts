// Measures what the rows of each table take: the row with what is stored apart, and each of its indexes.
import { Client } from 'pg';
import { OWNERS } from '#testing/servers';

/** What the rows of a table take on average. */
export interface TableSize {
  owner: string;
  table: string;
  /** Rows that were measured. */
  rows: number;
  /** Bytes of a row in the table, with what is stored apart from it. */
  rowBytes: number;
  /** Bytes of a row in each index. */
  indexes: Record<string, number>;
}

/** A partitioned table counts as one: its parts, and theirs of an index, have the name of the whole. */
const PARTS = `
  WITH RECURSIVE part AS (
    SELECT oid, oid AS root FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    UNION ALL
    SELECT inhrelid, root FROM pg_inherits JOIN part ON inhparent = part.oid
  )
  SELECT root::regclass::text AS "table", pg_table_size(part.oid)::int8 AS bytes, part.oid::regclass::text AS part
  FROM part JOIN pg_class ON pg_class.oid = part.oid WHERE relkind = 'r' ORDER BY 1`;
const INDEXES = `
  SELECT coalesce(whole.relname, own.relname) AS name, pg_relation_size(own.oid)::int8 AS bytes
  FROM pg_index JOIN pg_class own ON own.oid = indexrelid
  LEFT JOIN pg_inherits ON inhrelid = own.oid LEFT JOIN pg_class whole ON whole.oid = inhparent
  WHERE indrelid = $1::regclass`;

/** Names of all tables of an owner, and of their indexes. */
export async function tablesOf(client: Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; indexes: string[] }>(
    `SELECT whole.relname AS "table",
       array_remove(array_agg(own.relname::text ORDER BY own.relname::text COLLATE "C"), NULL) AS indexes
     FROM pg_class whole LEFT JOIN pg_index ON indrelid = whole.oid LEFT JOIN pg_class own ON own.oid = indexrelid
     WHERE whole.relnamespace = 'public'::regnamespace AND whole.relkind IN ('r', 'p') AND NOT whole.relispartition
     GROUP BY whole.relname ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ table, indexes }) => [table, indexes]));
}

/** The sizes of all tables with rows, after a VACUUM. `url` gives the address of a database for a superuser. */
export async function tableSizes(url: (database: string) => string): Promise<TableSize[]> {
  const sizes: TableSize[] = [];
  for (const owner of OWNERS) {
    const client = new Client({ connectionString: url(owner) });
    await client.connect();
    try {
      await client.query('VACUUM FULL'); // leaves each index as full as one that grows in the order of time
      sizes.push(...(await sizesOf(client, owner)));
    } finally {
      await client.end();
    }
  }
  return sizes;
}

async function sizesOf(client: Client, owner: string): Promise<TableSize[]> {
  const found = new Map<string, TableSize>();
  const parts = await client.query<{ table: string; bytes: string; part: string }>(PARTS);
  for (const { table, bytes, part } of parts.rows) {
    const size = found.get(table) ?? { owner, table, rows: 0, rowBytes: 0, indexes: {} };
    found.set(table, size);
    const counted = await client.query<{ count: string }>(`SELECT count(*) FROM ${part}`);
    const rows = Number(counted.rows[0]?.count);
    const indexes = await client.query<{ name: string; bytes: string }>(INDEXES, [part]);
    for (const one of indexes.rows)
      size.indexes[one.name] = (size.indexes[one.name] ?? 0) + (rows && Number(one.bytes));
    if (rows === 0) continue;
    size.rows += rows;
    size.rowBytes += Number(bytes);
  }
  return [...found.values()].map((size) => perRow(size));
}

/** Sums of bytes as bytes per row. */
function perRow({ indexes, rowBytes, rows, ...names }: TableSize): TableSize {
  const share = (bytes: number): number => Math.round(bytes / Math.max(rows, 1));
  return {
    ...names,
    rows,
    rowBytes: share(rowBytes),
    indexes: Object.fromEntries(Object.entries(indexes).map(([name, bytes]) => [name, share(bytes)])),
  };
}
