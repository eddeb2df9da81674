// What a list of products and a claim cost on Citus: the same statements on the same rows in a database without Citus of the same
// server, in turns.
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { v7 } from 'uuid';
import { applyMigrations } from '#platform/migrations';
import type { Database } from '#platform/database';
import { MIGRATIONS as CATALOGUE } from '../../../apps/catalogue/src/migrations/index.ts';
import { ProductListStore } from '../../../apps/catalogue/src/product-lists/product-list.store.ts';
import { LeasesStore } from '../../../apps/generations/src/leases/leases.store.ts';
import { MIGRATIONS as GENERATIONS } from '../../../apps/generations/src/migrations/index.ts';
import type { CitusServer } from './citus-postgres.ts';
import { pinned, pinOf } from '../harness/pins.ts';

const PRODUCTS = 2000;
const TIMES = 100;
const WARM_UP = 10;

type Ask = () => Promise<unknown>;
interface Statement {
  text: string;
  values: unknown[];
}

/** A line for each price: medians, and their ratio. */
export async function compare(server: CitusServer): Promise<string[]> {
  return [await ofList(server), ...(await ofClaims(server))];
}

async function ofList(server: CitusServer): Promise<string> {
  const workspaceId = v7();
  const slice = { workspaceId, after: undefined, count: 21 };
  const list = await statementOf((database) =>
    new ProductListStore(database).page(slice, { by: 'order', first: {}, most: 21 }, {}),
  );
  const clients = await databases(server, 'catalogue', CATALOGUE);
  for (const client of clients) {
    await client.query(SOME_PRODUCTS, [workspaceId]);
    await client.query('SET ROLE catalogue_app');
  }
  const asks = clients.map((client) => prepared(client, list));
  const price = await line('a page of 20 products', asks);
  await Promise.all(clients.map((client) => client.end()));
  return price;
}

async function ofClaims(server: CitusServer): Promise<string[]> {
  const workspaceId = v7();
  const id = v7();
  const claim = await statementOf((database) =>
    new LeasesStore(database).claim({ id, worker: 'price', invocationId: v7(), deadlineSeconds: 60 }),
  );
  const clients = await databases(server, 'generations', GENERATIONS);
  for (const client of clients) {
    await client.query(RUNNING, [workspaceId, id]);
    await client.query('SET ROLE generations_system');
  }
  const [citus, plain] = clients;
  const pin = pinOf(claim.text);
  if (!pin) throw new Error('The claim is not pinned.');
  const known = prepared(citus, { ...claim, text: pinned(claim.text, workspaceId) });
  const workspaces = prepared(citus, { text: pin.workspaces, values: pin.values(claim.values) });
  const usual = prepared(plain, claim);
  const both: Ask = async () => {
    await workspaces();
    await known();
  };
  const prices = [
    await line('a claim that names the workspace', [known, usual]),
    await line('a claim that asks all shards for it', [both, usual]),
  ];
  await Promise.all(clients.map((client) => client.end()));
  return prices;
}

/** The statement that a store sends. */
async function statementOf(work: (database: Database) => Promise<unknown>): Promise<Statement> {
  let sent: Statement = { text: '', values: [] };
  const note = (text: string, values: unknown[]) => {
    sent = { text, values };
    return Promise.resolve([]);
  };
  const read = (workspaceId: string, text: string, values: unknown[]) =>
    note(
      BOUND.replace('TEXT', () => text),
      [workspaceId, ...values],
    );
  await work({ system: note, read, readAlone: read } as unknown as Database);
  return sent;
}

/** What Database.read puts around a statement. */
const BOUND = `SELECT answer.* FROM (
  SELECT set_config('app.workspace_id', $1::uuid::text, true)::uuid AS workspace_id OFFSET 0
) AS bound CROSS JOIN LATERAL (TEXT OFFSET 0) AS answer`;

const SOME_PRODUCTS = `
  INSERT INTO product (workspace_id, id, genre, content, content_hash, created_at)
  SELECT $1, gen_random_uuid(), 'Custom',
    json_build_object('title', 'Lamp ' || n, 'brand', 'Lum', 'keywords', '[]'::json, 'tags', '[]'::json, 'text', repeat('lorem ipsum ', 80)),
    '', now() - n * interval '1 minute'
  FROM generate_series(1, ${PRODUCTS}) AS n`;
const RUNNING = `
  INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
    environment, manual, model, last_job_id, lease_until, deadline_at)
  VALUES ($1, $2, $1, $1, 'price', 'summary', 'Summary', 'Lamp', '{}', '{}', true, 'offline', 'price', now(), now() + interval '1 hour')`;

/** The owner's database on Citus, and one that has the same tables without it. */
async function databases(
  server: CitusServer,
  owner: string,
  migrations: Parameters<typeof applyMigrations>[2],
): Promise<[Client, Client]> {
  const citus = await connected(server.superuserUrl(owner));
  await citus.query(`CREATE DATABASE plain_${owner}`);
  const url = server.superuserUrl(`plain_${owner}`);
  await applyMigrations(url, owner, migrations);
  const plain = await connected(url);
  await plain.query('SET plan_cache_mode = force_generic_plan'); // as our roles have it
  return [citus, plain];
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

function prepared(client: Client, { text, values }: Statement): Ask {
  return () => client.query({ name: createHash('sha256').update(text).digest('base64url'), text, values });
}

/** Runs both in turns. */
async function line(what: string, [citus, plain]: readonly Ask[]): Promise<string> {
  const times: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM_UP + TIMES; n += 1)
    for (const [i, ask] of [citus!, plain!].entries()) {
      const from = performance.now();
      await ask();
      if (n >= WARM_UP) times[i]!.push(performance.now() - from);
    }
  const [one = 0, other = 0] = times.map((all) => all.toSorted((a, b) => a - b)[TIMES / 2]!);
  return `${what}: ${one.toFixed(2)} ms on Citus, ${other.toFixed(2)} ms without, ${(one / other).toFixed(1)} times`;
}
