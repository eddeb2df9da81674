// Tells whether rows are found by their keys alone in tables that Postgres knows nothing of yet, as in each new month.
import { Client } from 'pg';
import type { Plan } from './plans.ts';

/** Tables with months, and the columns of their primary keys. */
const TABLES = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS key
  FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
  WHERE c.relkind = 'p' AND c.relnamespace = 'public'::regnamespace GROUP BY c.relname ORDER BY c.relname`;
/** Columns of an index. */
const COLUMNS = `SELECT array_agg(attname::text) AS columns FROM pg_attribute WHERE attrelid = $1::regclass`;

/** A condition by which a row of a table is found, and the columns of the index that may find it. */
interface Lookup {
  name: string;
  key: readonly string[];
  condition: string;
}

/**
 * Tables with months, without any rows, of which Postgres would read more than one row to find one by its primary key, or by one
 * of `others`; one sentence each.
 */
export async function keyPlanFaults(url: string, others: readonly Lookup[] = []): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<Pick<Lookup, 'name' | 'key'>>(TABLES);
    const byKey = tables.map((table) => ({
      ...table,
      condition: table.key.map((column, i) => `${column} = $${i + 1}`).join(' AND '),
    }));
    const faults: string[] = [];
    for (const { name, key, condition } of [...byKey, ...others]) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (GENERIC_PLAN, FORMAT JSON) SELECT FROM ${name} WHERE ${condition}`,
      );
      for (const scan of scansOf(rows[0]!['QUERY PLAN'][0].Plan)) {
        const index = scan['Index Name'];
        const { rows: found } = await client.query<{ columns: string[] | null }>(COLUMNS, [index ?? name]);
        const isByKey = index !== undefined && found[0]?.columns?.every((column) => key.includes(column));
        if (!isByKey) faults.push(`${name} is read by ${index ?? scan['Node Type']}`);
      }
    }
    return faults;
  } finally {
    await client.end();
  }
}

function scansOf(plan: Plan): Plan[] {
  const own = plan['Node Type'].endsWith('Scan') ? [plan] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}
