// Importing 2,000 products with the quota off, against one plain multi-row upsert of the same rows.
import { Client } from 'pg';
import type { Comparison } from './report.ts';
import type { Scene } from './scene.ts';

const PRODUCTS = 2000;
const PER_IMPORT = 1000;

/** Measures from the first request to the end of the last import. */
export async function benchImports(scene: Scene): Promise<Comparison> {
  const unique = Array.from({ length: PRODUCTS }, (_, i) => `B1B${String(i).padStart(7, '0')}`);
  const started = performance.now();
  const ids = await Promise.all(
    [unique.slice(0, PER_IMPORT), unique.slice(PER_IMPORT)].map(async (some) => {
      const body = { asins: some };
      return (await scene.call<{ id: string }>('POST', '/products/import/retailer', body)).id;
    }),
  );
  for (const id of ids) await ended(scene, id);
  const ours = (performance.now() - started) / 1000;
  const plain = await plainUpsert(scene);
  return {
    what: `import of ${PRODUCTS} products, products/s`,
    ours: (PRODUCTS / ours).toFixed(0),
    plain: (PRODUCTS / plain).toFixed(0),
    ratio: plain / ours,
  };
}

async function ended(scene: Scene, id: string): Promise<void> {
  for (;;) {
    const { status } = await scene.call<{ status: string }>('GET', `/products/imports/${id}`);
    if (status === 'COMPLETED') return;
    if (status !== 'RUNNING') throw new Error(`The import ended as ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Seconds for one statement that upserts the imported rows into a table of the same make. */
async function plainUpsert(scene: Scene): Promise<number> {
  const client = new Client({ connectionString: scene.stack.servers.postgres.superuserUrl('catalogue') });
  await client.connect();
  await client.query(`CREATE TABLE product_copy (LIKE product INCLUDING ALL)`);
  const { rows } = await client.query<{ rows: string }>(
    `SELECT json_agg(product)::text AS rows FROM product WHERE asin LIKE 'B1B%' AND workspace_id = $1`,
    [scene.person.workspaceId],
  );
  const started = performance.now();
  await client.query(
    `INSERT INTO product_copy SELECT * FROM json_populate_recordset(NULL::product, $1::json)
     ON CONFLICT (workspace_id, marketplace, asin) DO UPDATE SET content = excluded.content`,
    [rows[0]?.rows],
  );
  const seconds = (performance.now() - started) / 1000;
  await client.query('DROP TABLE product_copy');
  await client.end();
  return seconds;
}
