// Measures reads of products through the gateway, against bare programs with the same query and JSON: one process, and a
// gateway that asks an owner over NATS, which is the most that two hops allow.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { Client } from 'pg';
import type { Environment } from '#testing/environment';
import type { BusUser } from '#testing/servers';
import { median } from '#testing/statistics';
import type { Comparison } from './report.ts';
import type { BenchEnvironment } from './bench-environment.ts';

/** Products in the workspace. */
const PRODUCTS = 100_000;
/** Enough that no side waits for the client, and both cores are always busy. */
const CONNECTIONS = 100;
const SECONDS = 4;
/** How often all sides are measured in turn. The median of the ratios counts, because other programs disturb. */
const ROUNDS = 7;
/** Load before the first measurement, in seconds: our side is five processes, each with code to compile. */
const WARM_UP = 6;

/** Of each product: facts that the composer and the model of the bench can write about, which is refused otherwise. */
const FEATURES = [
  'Cut from one piece of oak and oiled twice by hand, so that water runs off and the grain stays smooth for many years.',
  'The legs stand on rubber feet, and two screws in each of them let you set the bench level where the ground is not.',
  'A bench is a place to sit in the garden, 140 cm long and 45 cm high.',
];

/** A bare program that runs, and its address if it has one. */
interface Bare {
  child: ChildProcess;
  address: string;
}

/** Measures the list and the single product. */
export async function benchReads({ environment, person }: BenchEnvironment): Promise<Comparison[]> {
  const { baseUrl, servers } = environment;
  const url = servers.postgres.superuserUrl('catalogue');
  const id = await fillProducts(environment, person.workspaceId);
  const running: Bare[] = [];
  const start = async (file: string, args: readonly string[]): Promise<string> => {
    const bare = await startBare(file, args);
    running.push(bare);
    return bare.address;
  };
  try {
    const plain = await start('plain.ts', [url, person.workspaceId]);
    await start('owner.ts', [url, person.workspaceId, busOf(environment, 'catalogue')]);
    const hops = await start('gateway.ts', [busOf(environment, 'gateway')]);
    const rows: Comparison[] = [];
    for (const [what, path] of [
      ['list of 10 products', '/products?limit=10'],
      ['product by id', `/products/${id}`],
    ] as const) {
      const sides = { ours: `${baseUrl}${path}`, plain: `${plain}${path}`, hops: `${hops}${path}` };
      rows.push(...(await compare(what, person.token, sides)));
    }
    return rows;
  } finally {
    for (const { child } of running) child.disconnect();
  }
}

async function startBare(file: string, args: readonly string[]): Promise<Bare> {
  const child = fork(new URL(`bare/${file}`, import.meta.url), args);
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`bare/${file} has ended.`)));
  const [address] = (await Promise.race([once(child, 'message'), gone])) as [string];
  return { child, address };
}

/** Options of a connection to the bus, as JSON. */
function busOf({ servers }: Environment, user: BusUser): string {
  const { NATS_URL, NATS_USER, NATS_PASSWORD } = servers.nats.variables(user);
  return JSON.stringify({
    servers: NATS_URL,
    user: NATS_USER,
    pass: NATS_PASSWORD,
    inboxPrefix: `_INBOX_${user}`,
  });
}

type Sides = Record<'ours' | 'plain' | 'hops', string>;

async function compare(what: string, token: string, addresses: Sides): Promise<Comparison[]> {
  const rates: Record<keyof Sides, number>[] = [];
  const rate = (side: keyof Sides, seconds: number): Promise<number> =>
    requestsPerSecond(addresses[side], seconds, side === 'ours' ? token : undefined);
  for (const side of ['ours', 'plain', 'hops'] as const) await rate(side, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push({
      ours: await rate('ours', SECONDS),
      plain: await rate('plain', SECONDS),
      hops: await rate('hops', SECONDS),
    });
  }
  const against = (side: 'plain' | 'hops', name: string): Comparison => ({
    what: name,
    ours: median(rates.map((round) => round.ours)).toFixed(0),
    plain: median(rates.map((round) => round[side])).toFixed(0),
    ratio: median(rates.map((round) => round.ours / round[side])),
  });
  return [
    against('plain', `${what}, requests/s`),
    against('hops', `${what}, of what two bare hops allow, requests/s`),
  ];
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
         'features', $3::json,
         'keywords', json_build_array('oak', 'red')),
       i::text, now(), now() - i * interval '1 second'
     FROM generate_series(1, $2::int) AS i`,
    [workspaceId, PRODUCTS, JSON.stringify(FEATURES)],
  );
  await client.query('ANALYZE product');
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM product WHERE workspace_id = $1 LIMIT 1',
    [workspaceId],
  );
  await client.end();
  return rows[0]?.id ?? '';
}
