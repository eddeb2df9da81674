// Measures reads of products through the gateway, against a bare process with the same query and JSON.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { Client } from 'pg';
import type { Environment } from '#testing/environment';
import { median, type Comparison } from './report.ts';
import type { BenchEnvironment } from './bench-environment.ts';

/** Products in the workspace. */
const PRODUCTS = 100_000;
/** Enough that neither side waits for the client, and both cores are always busy. */
const CONNECTIONS = 100;
const SECONDS = 4;
/** How often both sides are measured in turn. The median of the ratios counts, because other programs disturb. */
const ROUNDS = 7;
/** Load before the first measurement, in seconds: our side is five processes, each with code to compile. */
const WARM_UP = 6;

/** Measures the list and the single product. */
export async function benchReads({ environment, person }: BenchEnvironment): Promise<Comparison[]> {
  const { baseUrl, servers } = environment;
  const url = servers.postgres.superuserUrl('catalogue');
  const id = await fillProducts(environment, person.workspaceId);
  const bare = fork(new URL('bare.ts', import.meta.url), [url, person.workspaceId]);
  try {
    const [address] = (await once(bare, 'message')) as [string];
    const rows: Comparison[] = [];
    for (const [what, path] of [
      ['list of 10 products, requests/s', '/products?limit=10'],
      ['product by id, requests/s', `/products/${id}`],
    ] as const) {
      rows.push(await compare(what, person.token, `${baseUrl}${path}`, `${address}${path}`));
    }
    return rows;
  } finally {
    bare.disconnect();
  }
}

async function compare(what: string, token: string, ours: string, plain: string): Promise<Comparison> {
  const rates: { ours: number; plain: number }[] = [];
  await requestsPerSecond(ours, WARM_UP, token);
  await requestsPerSecond(plain, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push({
      ours: await requestsPerSecond(ours, SECONDS, token),
      plain: await requestsPerSecond(plain, SECONDS),
    });
  }
  return {
    what,
    ours: median(rates.map((rate) => rate.ours)).toFixed(0),
    plain: median(rates.map((rate) => rate.plain)).toFixed(0),
    ratio: median(rates.map((rate) => rate.ours / rate.plain)),
  };
}

/** Requests per second that an address answers; throws when an answer is not 2xx. */
export async function requestsPerSecond(url: string, seconds: number, token?: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx.`);
  return result.requests.average;
}

/** Fills the workspace with products; returns the id of one. */
export async function fillProducts({ servers }: Environment, workspaceId: string): Promise<string> {
  const client = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
  await client.connect();
  await client.query(
    `INSERT INTO product (id, workspace_id, genre, marketplace, asin, content, content_hash, fetched_at, created_at)
     SELECT gen_random_uuid(), $1, 'Retailer', 'US', 'B' || lpad(i::text, 9, '0'), json_build_object(
         'title', 'Product ' || i, 'brand', 'Brand ' || i % 100,
         'description', repeat('A sensible sentence about the product. ', 12),
         'specification', E'Colour: Red\nMaterial: Oak', 'feature', 'A feature',
         'mainImage', 'https://images.example/1.jpg', 'link', 'https://www.amazon.com/dp/B000000000',
         'features', json_build_array(repeat('a feature ', 12), repeat('another one ', 10), repeat('one more ', 9)),
         'keywords', json_build_array('oak', 'red')),
       i::text, now(), now() - i * interval '1 second'
     FROM generate_series(1, $2::int) AS i`,
    [workspaceId, PRODUCTS],
  );
  await client.query('ANALYZE product');
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM product WHERE workspace_id = $1 LIMIT 1',
    [workspaceId],
  );
  await client.end();
  return rows[0]?.id ?? '';
}
