// The system on Citus: where rows lie, a worker that is killed in the middle of generations, and what a list and a claim cost.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Environment, type Person } from '#testing/environment';
import type { CitusServer } from './test-modules/citus-postgres.ts';
import { compare } from './test-modules/price.ts';

/** Generations of each person. */
const GENERATIONS = 20;
/** How long a killed worker is away. */
const AWAY_MS = 3000;
const SLOW = { model: 'sandbox:slow' };
let environment: Environment;

beforeAll(async () => {
  environment = await Environment.start({
    name: 'Citus',
    variables: {
      sandbox: { SANDBOX_SLOW_MODEL_MS: '2000' },
      gateway: {
        LIMIT_WRITES_PER_MIN: '100000',
        LIMIT_READS_PER_MIN: '100000',
        LIMIT_SIGN_INS_PER_MIN: '1000',
      },
    },
  });
});
afterAll(() => environment?.stop());

const server = (): CitusServer => environment.servers.postgres as CitusServer;

describe('Citus', () => {
  it('has the rows of two workspaces on different workers', async () => {
    const people = await peopleOnBothWorkers();
    for (const person of people) {
      const productId = await productOf(person);
      const listed = await person.api.listProducts({});
      expect(listed.data.products.map(({ id }) => id)).toEqual([productId]);
      const ended = await person.generate({ applicationId: 'product-title', inputs: { productId } });
      expect(ended.status).toBe('SUCCESS');
    }
    for (const person of people)
      for (const table of [
        { owner: 'catalogue', name: 'product' },
        { owner: 'generations', name: 'generation' },
      ])
        expect(await workersWith(table, person)).toEqual([
          await portOf(table.owner, table.name, person.workspaceId),
        ]);
  });

  it('loses no generation when a worker is killed in the middle of them, and all end once it is back', async () => {
    const people = await peopleOnBothWorkers();
    const accepted: { person: Person; id: string }[] = [];
    for (const person of people) {
      const inputs = { productId: await productOf(person) };
      for (let n = 0; n < GENERATIONS; n += 1) {
        const body = { applicationId: 'product-title', inputs, environment: SLOW };
        const { data } = await person.api.createGeneration({ body });
        accepted.push({ person, id: data.id });
      }
    }
    const running = await states(accepted);
    const [killed] = server().workers;
    await killed!.kill();
    await sleep(AWAY_MS);
    await killed!.restart();
    const ended = await Promise.all(accepted.map(({ person, id }) => person.generationEnd(id, 150_000)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['SUCCESS']));
    console.log(
      `${running} of ${accepted.length} generations ran when a worker was killed for ${AWAY_MS / 1000} s; none is lost`,
    );
  });

  it('costs this much', async () => {
    const prices = await compare(server());
    console.log(prices.join('\n'));
  });
});

/** A person on each worker: their workspaces are made until two lie on different ones. */
async function peopleOnBothWorkers(): Promise<[Person, Person]> {
  const [first] = await environment.addPeople('first');
  const port = await portOf('generations', 'generation', first.workspaceId);
  for (;;) {
    const [second] = await environment.addPeople('second');
    const other = await portOf('generations', 'generation', second.workspaceId);
    const products = await Promise.all(
      [first, second].map(({ workspaceId }) => portOf('catalogue', 'product', workspaceId)),
    );
    if (other !== port && products[0] !== products[1]) return [first, second];
  }
}

/** A new product. */
async function productOf(person: Person): Promise<string> {
  const { data } = await person.api.createProduct({
    body: { title: `Lamp of ${person.name}`, brand: 'Lum' },
  });
  return data.id;
}

/** How many of these generations have not ended. */
async function states(all: readonly { person: Person; id: string }[]): Promise<number> {
  const found = await Promise.all(all.map(({ person, id }) => person.api.getGeneration({ path: { id } })));
  return found.filter(({ data }) => data.status === 'RUNNING').length;
}

/** The port of the worker that has the rows of a workspace. */
async function portOf(owner: string, table: string, workspaceId: string): Promise<number> {
  const [row] = await ask(
    server().port,
    owner,
    `SELECT nodeport FROM pg_dist_shard_placement WHERE shardid = get_shard_id_for_distribution_column($1, $2::uuid)`,
    [table, workspaceId],
  );
  return row!['nodeport'] as number;
}

async function ask(
  port: number,
  owner: string,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const url = new URL(server().superuserUrl(owner));
  url.port = String(port);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** The ports of the workers on whose own tables a workspace has rows. */
async function workersWith(
  table: { owner: string; name: string },
  { workspaceId }: Person,
): Promise<number[]> {
  const ports: number[] = [];
  for (const { port } of server().workers) {
    const shards = await ask(port, table.owner, LOCAL_SHARDS, [table.name, port]);
    for (const { shard } of shards) {
      const [row] = await ask(
        port,
        table.owner,
        `SELECT count(*)::int AS rows FROM ${String(shard)} WHERE workspace_id = $1`,
        [workspaceId],
      );
      if (row!['rows'] !== 0) ports.push(port);
    }
  }
  return ports;
}

const LOCAL_SHARDS = `SELECT shard_name AS shard FROM citus_shards WHERE table_name = $1::regclass AND nodeport = $2`;
