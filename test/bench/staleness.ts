// Measures how soon the texts of products read as stale after a new version of the application that wrote them.
import { Client } from 'pg';
import type { ApplicationRecord, Generation, Product, ProductCount, ProductList } from '#contracts';
import { newId } from '#platform/context';
import type { Environment } from '#testing/environment';
import { until } from '#testing/until';
import type { BenchEnvironment } from './bench-environment.ts';
import { fillProducts } from './reads.ts';

const TEXTS = 10_000;
const DEFINITION = {
  name: 'Label',
  instructions: 'Write a label.',
  inputSchema: { type: 'object' },
  resultType: 'TEXT',
  environment: { model: 'timed:bench' },
};

/** Gives products an accepted text each, changes its application, and gives a line with the times of the first and the last. */
export async function benchStaleness({ environment, person, client }: BenchEnvironment): Promise<string> {
  if ((await client.call<ProductCount>('GET', '/products/count?genre=Retailer')).count < TEXTS)
    await fillProducts(environment, person.workspaceId);
  const products: Product[] = [];
  for (let next = ''; products.length < TEXTS;) {
    const page = await client.call<ProductList>('GET', `/products?genre=Retailer&limit=100${next}`);
    products.push(...page.products);
    next = `&nextToken=${page.nextToken}`;
  }
  const { id } = await client.call<ApplicationRecord>('POST', '/applications', { body: DEFINITION });
  const body = { applicationId: id, inputs: { productId: products[0]?.id } };
  const headers = { prefer: 'wait=30' };
  const made = await client.call<Generation>('POST', '/generations', { body, headers });
  await client.call('POST', `/generations/${made.id}/accept`);
  await copyText(environment, made.id, products.slice(1, TEXTS));

  const count = async (texts: 'accepted' | 'stale'): Promise<number> =>
    (await client.call<ProductCount>('GET', `/products/count?texts=${texts}&applicationId=${id}`)).count;
  const waiting = { withinMs: 300_000, everyMs: 50 };
  await until('all texts are accepted', async () => (await count('accepted')) === TEXTS, waiting);
  const started = performance.now();
  const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1);
  const changed = { ...DEFINITION, instructions: 'Write a short label.' };
  await client.call('PUT', `/applications/${id}`, { body: changed, headers: { 'if-match': '"1"' } });
  await until('a text is stale', async () => (await count('stale')) > 0, waiting);
  const first = seconds();
  await until('all texts are stale', async () => (await count('stale')) === TEXTS, waiting);
  return `${TEXTS} texts of products stale after a new version of their application: the first after ${first} s, the last after ${seconds()} s`;
}

/** Gives products the same text, as the rows that generations and the catalogue have of it. */
async function copyText({ servers }: Environment, made: string, products: readonly Product[]): Promise<void> {
  const generations = new Client({ connectionString: servers.postgres.superuserUrl('generations') });
  const catalogue = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await Promise.all([generations.connect(), catalogue.connect()]);
  try {
    const { rows: columns } = await generations.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
       WHERE attrelid = 'generation'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    );
    const names = columns.map(({ name }) => name);
    await generations.query(
      `INSERT INTO generation (${names.join(', ')}) SELECT ${names.map((name) => `copy.${name}`).join(', ')}
       FROM generation AS made, unnest($2::uuid[], $3::text[]) AS product (generation_id, json),
         jsonb_populate_record(made, jsonb_build_object('id', generation_id, 'product', json::jsonb,
           'product_id', json::jsonb -> 'id', 'product_title', json::jsonb -> 'title')) AS copy
       WHERE made.id = $1`,
      [made, products.map(() => newId()), products.map((product) => JSON.stringify(product))],
    );
    await generations.query('ANALYZE generation');
    const { rows } = await generations.query<{ texts: string }>(
      `WITH text AS (
         INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id)
         SELECT workspace_id, product_id, application_id, review_state, id FROM generation
         WHERE application_id = (SELECT application_id FROM generation WHERE id = $1) AND id <> $1 RETURNING *
       ) SELECT json_agg(text) AS texts FROM text`,
      [made],
    );
    await catalogue.query(
      `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
       SELECT workspace_id, product_id, application_id, state, generation_id, text.version, product.created_at
       FROM json_populate_recordset(NULL::product_text, $1) AS text
         JOIN product USING (workspace_id) WHERE product.id = product_id`,
      [JSON.stringify(rows[0]?.texts)],
    );
  } finally {
    await Promise.all([generations.end(), catalogue.end()]);
  }
}
