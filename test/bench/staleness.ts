// Measures how soon the texts of products read as stale after a new version of the application that wrote them, what that costs,
// and how somebody else's reads fare meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ApplicationRecord, Generation, ProductCount, ProductList } from '#contracts';
import { newId } from '#platform/context';
import type { Environment } from '#testing/environment';
import { HttpClient } from '#testing/http';
import { until } from '#testing/until';
import type { BenchEnvironment } from './bench-environment.ts';
import { fillProducts } from './reads.ts';
import { percentile } from '#testing/statistics';

const TEXTS = 100_000;
const DEFINITION = {
  name: 'Label',
  instructions: 'Write a label.',
  inputSchema: { type: 'object' },
  resultType: 'TEXT',
  environment: { model: 'timed:bench' },
};
/** For how long the reads of somebody else are measured before the change, in milliseconds, and the pause between two. */
const ALONE_MS = 10_000;
const PAUSE_MS = 50;

/** Gives products an accepted text each, changes its application, and gives a line with what was measured. */
export async function benchStaleness({ environment, person, client }: BenchEnvironment): Promise<string> {
  const { baseUrl, servers } = environment;
  if ((await client.call<ProductCount>('GET', '/products/count?genre=Retailer')).count < 10_000)
    await fillProducts(environment, person.workspaceId);
  const [stranger] = await environment.addPeople('stranger');
  await environment.addDemoData(stranger);
  const other = new HttpClient({ baseUrl, token: stranger.token });
  const id = await applicationWithTexts(environment, client);
  const catalogue = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await catalogue.connect();
  try {
    const alone = await readsDuring(other, () => sleep(ALONE_MS));
    const count = async (): Promise<number> => {
      const text = `SELECT count(*)::int AS n FROM product_text WHERE application_id = $1 AND state = 'STALE'`;
      return (await catalogue.query<{ n: number }>(text, [id])).rows[0]?.n ?? 0;
    };
    const waiting = { withinMs: 1_200_000, everyMs: 200 };
    const changed = { ...DEFINITION, instructions: 'Write a short label.' };
    const seconds: string[] = [];
    const beside = await readsDuring(other, async () => {
      const started = performance.now();
      await client.call('PUT', `/applications/${id}`, { body: changed, headers: { 'if-match': '"1"' } });
      for (const least of [1, TEXTS]) {
        await until('texts are stale', async () => (await count()) >= least, waiting);
        seconds.push(((performance.now() - started) / 1000).toFixed(1));
      }
    });
    return (
      `${TEXTS} texts of products stale after a new version of their application: the first after ${seconds[0]} s, the last after ` +
      `${seconds[1]} s; a list of another account took ${alone} ms before, ${beside} ms meanwhile (p50/p95)`
    );
  } finally {
    await catalogue.end();
  }
}

/** The times of reads during some work, as p50/p95 in milliseconds. */
async function readsDuring(client: HttpClient, work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  let isOver = false;
  const over = work().finally(() => (isOver = true));
  for (; !isOver; await sleep(PAUSE_MS)) {
    const from = performance.now();
    await client.call('GET', '/products?limit=10');
    times.push(performance.now() - from);
  }
  await over;
  return [50, 95].map((percent) => percentile(times, percent).toFixed(0)).join('/');
}

/** The id of an application with an accepted text for each of the products. */
async function applicationWithTexts(environment: Environment, client: HttpClient): Promise<string> {
  const { id } = await client.call<ApplicationRecord>('POST', '/applications', { body: DEFINITION });
  const { products } = await client.call<ProductList>('GET', '/products?genre=Retailer&limit=1');
  const body = { applicationId: id, inputs: { productId: products[0]?.id } };
  const made = await client.call<Generation>('POST', '/generations', {
    body,
    headers: { prefer: 'wait=30' },
  });
  await client.call('POST', `/generations/${made.id}/accept`);
  await copyText(environment, made.id, products[0]?.id ?? '');
  return id;
}

/** Gives products the same text, as the rows that generations and the catalogue have of it. */
async function copyText({ servers }: Environment, made: string, productId: string): Promise<void> {
  const generations = new Client({ connectionString: servers.postgres.superuserUrl('generations') });
  const catalogue = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await Promise.all([generations.connect(), catalogue.connect()]);
  try {
    const { rows: products } = await catalogue.query<{ id: string }>(
      `SELECT id FROM product WHERE id <> $1 AND genre = 'Retailer'
         AND workspace_id = (SELECT workspace_id FROM product WHERE id = $1) LIMIT ${TEXTS - 1}`,
      [productId],
    );
    await copyGeneration(
      generations,
      made,
      products.map(({ id }) => id),
    );
    const { rows } = await generations.query<{ texts: string }>(
      `WITH text AS (
         INSERT INTO product_text SELECT copy.* FROM product_text AS told JOIN generation USING (workspace_id, application_id),
           jsonb_populate_record(told, jsonb_build_object('product_id', generation.product_id, 'generation_id', generation.id)) AS copy
         WHERE told.generation_id = $1 AND generation.id <> $1 RETURNING *
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

/** Gives products the same generation. */
async function copyGeneration(
  generations: Client,
  made: string,
  productIds: readonly string[],
): Promise<void> {
  const { rows: columns } = await generations.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = 'generation'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  const names = columns.map(({ name }) => name);
  await generations.query(
    `INSERT INTO generation (${names.join(', ')}) SELECT ${names.map((name) => `copy.${name}`).join(', ')}
     FROM generation AS made, unnest($2::uuid[], $3::uuid[]) AS pair (made_id, made_of),
       jsonb_populate_record(made, jsonb_build_object('id', made_id, 'product_id', made_of)) AS copy
     WHERE made.id = $1`,
    [made, productIds.map(() => newId()), productIds],
  );
  await generations.query('ANALYZE generation');
}
