// Measures an import of 2,000 products without quota, against one plain multi-row upsert of the same rows.
import { Client } from 'pg';
import type { ImportList } from '#contracts';
import type { HttpClient } from '#testing/http';
import { until } from '#testing/until';
import type { Comparison } from './report.ts';
import type { BenchEnvironment } from './bench-environment.ts';

const PRODUCTS = 2000;
const PER_IMPORT = 1000;

/** Measures from the first request to the end of the last import. */
export async function benchImports({ environment, person, client }: BenchEnvironment): Promise<Comparison> {
  const unique = Array.from({ length: PRODUCTS }, (_, i) => `B1B${String(i).padStart(7, '0')}`);
  const started = performance.now();
  const halves = [unique.slice(0, PER_IMPORT), unique.slice(PER_IMPORT)];
  await Promise.all(halves.map((asins) => importProducts(client, asins)));
  const ours = (performance.now() - started) / 1000;
  const plain = await plainUpsert(environment.servers.postgres.superuserUrl('catalogue'), person.workspaceId);
  return {
    what: `import of ${PRODUCTS} products, products/s`,
    ours: (PRODUCTS / ours).toFixed(0),
    plain: (PRODUCTS / plain).toFixed(0),
    ratio: plain / ours,
  };
}

/** Imports products and waits until all are stored. */
export async function importProducts(client: HttpClient, asins: string[]): Promise<void> {
  const body = { asins };
  const { id } = await client.call<{ id: string }>('POST', '/products/import/retailer', { body });
  // The list, because an import tells all of its items each time: the looks would cost more than the import.
  const look = async (): Promise<string | false> => {
    const { imports } = await client.call<ImportList>('GET', '/products/imports?limit=10');
    const status = imports.find((one) => one.id === id)?.status ?? 'RUNNING';
    return status !== 'RUNNING' && status;
  };
  const status = await until('the import has ended', look, { withinMs: 600_000, everyMs: 50 });
  if (status !== 'COMPLETED') throw new Error(`The import ended as ${status}.`);
}

/** Seconds of one statement that upserts the imported rows into a table with the same columns and indexes. */
async function plainUpsert(connectionString: string, workspaceId: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`CREATE TABLE product_copy (LIKE product INCLUDING ALL)`);
    const { rows } = await client.query<{ columns: string; rows: string }>(
      `SELECT json_agg(product)::text AS rows,
         (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
          WHERE attrelid = 'product'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
       FROM product WHERE asin LIKE 'B1B%' AND workspace_id = $1`,
      [workspaceId],
    );
    const { columns, rows: imported } = rows[0]!;
    const started = performance.now();
    await client.query(
      `INSERT INTO product_copy (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::product, $1::json)
       ON CONFLICT (workspace_id, marketplace, asin) DO UPDATE SET content = excluded.content`,
      [imported],
    );
    return (performance.now() - started) / 1000;
  } finally {
    await client.query('DROP TABLE IF EXISTS product_copy');
    await client.end();
  }
}
