// Processes that leave under load, for good or for a next release: nothing is lost or done twice, no client notices.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { GENERATION_QUEUE, type Generation, type ImportResult, type ProductList } from '#contracts';
import { temporaryFolder } from '#testing/harness';
import { freePort } from '#testing/ports';
import { Load } from './load.ts';
import { startModelRelay, type ModelRelay } from '#testing/model-relay';
import { buildNextRelease } from './next-release.ts';
import { importEnd, startSystem, type Person, type System } from './system.ts';

/** Generations in flight when a process is told to leave. */
const MANY = 50;
/** Time that the generation worker has to leave; running work is called off after seven tenths of it. */
const WORKER_SHUTDOWN_MS = 8000;

/**
 * The order of the replacement. Generations: the worker before the owner, as it is meant to be. Imports: the owner
 * before the worker, so that jobs of the new version meet a worker of the old one.
 */
const ORDER = ['auth', 'generation-worker', 'generations', 'catalogue', 'import-worker', 'gateway'] as const;
/** What the routes in front take to leave out a gateway that is about to leave, in milliseconds. */
const ROUTES_MS = 300;

let models: ModelRelay;
let system: System;
let ann: Person;
let productId: string | undefined;
let database: Client;
let release: string;
const lines: string[] = [];

beforeAll(async () => {
  const sandbox = await freePort();
  models = await startModelRelay(`http://127.0.0.1:${sandbox}`);
  const servers = [{ name: 'sandbox', baseURL: `${models.url}/v1`, models: ['echo'] }];
  release = await temporaryFolder('next-release');
  await buildNextRelease(release);
  const known = { MODEL_SERVERS: JSON.stringify(servers) };
  system = await startSystem({
    ports: { sandbox },
    listener: { line: (name, line) => void lines.push(`${name} ${line}`) },
    variables: {
      gateway: { LIMIT_WRITES_PER_MIN: '100000' }, // one account writes for many
      generations: { ...known, MAX_RUNNING_GENERATIONS: '1000' },
      'generation-worker': {
        ...known,
        GENERATION_CONCURRENCY: String(MANY),
        SHUTDOWN_MS: String(WORKER_SHUTDOWN_MS),
      },
    },
  });
  ann = await system.person('ann');
  productId = (await system.get<ProductList>(ann, '/products?limit=1')).body.products[0]?.id;
  database = new Client({ connectionString: system.stack.servers.postgres.superuserUrl('generations') });
  await database.connect();
}, 120_000);

afterAll(async () => {
  await database.end();
  await system.close();
  await models.close();
  await rm(release, { recursive: true, force: true });
}, 60_000);

async function until(what: string, holds: () => boolean | Promise<boolean>, mostMs: number): Promise<void> {
  const giveUp = performance.now() + mostMs;
  while (!(await holds())) {
    if (performance.now() > giveUp) throw new Error(`It did not happen: ${what}`);
    await sleep(50);
  }
}

function create(headers: Record<string, string> = {}) {
  const environment = { model: 'sandbox:echo' };
  const body = { applicationId: 'product-title', environment, inputs: { productId } };
  return system.post<Generation>(ann, '/generations', body, headers);
}

/** Accepts many generations; the ids of those that were accepted. */
async function accept(count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => create()));
  for (const { status } of answers) expect([201, 503]).toContain(status);
  return answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
}

/** Many generations whose model calls are all running. */
async function inFlight(holdMs: number): Promise<string[]> {
  models.holdMs = holdMs;
  const ids = await accept(MANY);
  while (ids.length < MANY) ids.push(...(await accept(MANY - ids.length))); // a cold system may refuse some
  await until('all are being written', () => models.inHand === MANY, 10_000);
  return ids;
}

/** How many of these have ended well, and how often each was entered in the ledger, at most. */
async function wellEnded(ids: string[]): Promise<{ successes: number; entries: number }> {
  const { rows } = await database.query<{ successes: number; entries: number }>(
    `SELECT (SELECT count(*)::int FROM generation WHERE id = ANY ($1) AND status = 'SUCCESS') AS successes,
            (SELECT count(*)::int FROM usage_ledger WHERE generation_id = ANY ($1)) AS entries`,
    [ids],
  );
  return rows[0] ?? { successes: -1, entries: -1 };
}

async function allEndWell(ids: string[], mostMs: number): Promise<void> {
  await until('all have ended', async () => (await wellEnded(ids)).successes === ids.length, mostMs);
  expect(await wellEnded(ids)).toEqual({ successes: ids.length, entries: ids.length });
}

/** Tells a process to leave; how it ended, and how many milliseconds that took. */
async function leave(app: keyof System['stack']['processes']): Promise<{ how: string; tookMs: number }> {
  const told = performance.now();
  const how = await system.stack.processes[app].stop();
  return { how, tookMs: performance.now() - told };
}

/** Replaces a process by one of the next release: the new one first, then the old one leaves. */
async function replace(app: (typeof ORDER)[number], load: Load): Promise<string> {
  const port = await freePort();
  await system.stack.add(app, { release, ...(app === 'gateway' && { variables: { PORT: String(port) } }) });
  if (app === 'gateway') {
    load.gateways = [`http://localhost:${port}/api/v2`];
    await sleep(ROUTES_MS);
  }
  return system.stack.processes[app].stop();
}

/** Versions of the jobs that these generations had, with how many had each. */
async function versions(ids: string[]): Promise<Record<string, number>> {
  const redis = new Redis(system.stack.servers.redis.url);
  try {
    const found = await Promise.all(
      ids.map((id) => redis.hget(`bull:${GENERATION_QUEUE}:gen-${id}-1`, 'data')),
    );
    const groups = Object.groupBy(found, (data) => `v${/"v": ?(\d)/.exec(data ?? '')?.[1]}`);
    return Object.fromEntries(Object.entries(groups).map(([v, some]) => [v, some?.length ?? 0]));
  } finally {
    redis.disconnect();
  }
}

describe('a generation worker that leaves', () => {
  it('ends what it is writing', async () => {
    const answered = models.answered;
    const ids = await inFlight(4000);
    expect((await leave('generation-worker')).how).toBe('exit code 0');
    expect(await wellEnded(ids)).toEqual({ successes: MANY, entries: MANY });
    expect(models.answered - answered).toBe(MANY);
    await system.stack.processes['generation-worker'].restart();
  }, 40_000);

  it('gives back in time what it cannot end, and the next one begins at once', async () => {
    const ids = await inFlight(60_000);
    const { how, tookMs } = await leave('generation-worker');
    expect(how).toBe('exit code 0');
    expect(tookMs).toBeLessThan(WORKER_SHUTDOWN_MS);
    expect((await wellEnded(ids)).successes).toBe(0);
    models.holdMs = 0;
    await system.stack.processes['generation-worker'].restart();
    // Sooner than any lease or lock could have run out: all was given back.
    await allEndWell(ids, 10_000);
  }, 40_000);
});

describe('an owner that leaves', () => {
  it('keeps what it accepted and what its workers tell it when it is back', async () => {
    const ids = await inFlight(5000);
    const more = accept(20);
    expect((await leave('generations')).how).toBe('exit code 0');
    await system.stack.processes.generations.restart();
    await allEndWell([...ids, ...(await more)], 20_000);
  }, 40_000);
});

describe('an import worker that leaves', () => {
  it('ends its call, and the next one goes on with the rest', async () => {
    const asins = Array.from({ length: 120 }, (_, i) => `B0LEAV${String(i).padStart(4, '0')}`);
    const { body } = await system.post<ImportResult>(ann, '/products/import/retailer', { asins });
    await until(
      'some are there',
      async () =>
        (await system.get<ImportResult>(ann, `/products/imports/${body.id}`)).body.success.length > 0,
      10_000,
    );
    expect((await leave('import-worker')).how).toBe('exit code 0');
    const { body: then } = await system.get<ImportResult>(ann, `/products/imports/${body.id}`);
    expect(then.importing.length).toBeGreaterThan(0); // or it left after the work
    await system.stack.processes['import-worker'].restart();
    const end = await importEnd(system, ann, body.id, 12_000);
    expect(end).toMatchObject({ status: 'COMPLETED', counts: { success: 120, failure: 0 } });
  }, 40_000);
});

describe('a gateway that leaves', () => {
  it('answers everything that it has in hand, those who wait included', async () => {
    models.holdMs = 6000;
    const waiting = Array.from({ length: 20 }, () => create({ prefer: 'wait=60' }));
    await until('they wait', () => models.inHand === 20, 10_000);
    const quick = Array.from({ length: 20 }, () => system.get(ann, '/products?limit=100'));
    await sleep(5); // on their way
    const { how, tookMs } = await leave('gateway');
    expect(how).toBe('exit code 0');
    expect(tookMs).toBeLessThan(5000);
    for (const { status } of await Promise.all(quick)) expect(status).toBe(200);
    const ids: string[] = [];
    for (const { status, body } of await Promise.all(waiting)) {
      expect([status, body.status]).toEqual([201, 'RUNNING']);
      ids.push(body.id);
    }
    await system.stack.processes.gateway.restart();
    expect((await system.get(ann, `/generations/${ids[0]}`)).status).toBe(200);
  }, 40_000);
});

// The last one: afterwards the first copies are gone.
describe('an upgrade', () => {
  it('replaces every process, and no client notices', async () => {
    const load = new Load(system, ann, productId);
    await sleep(1000);
    for (const app of ORDER) expect([app, await replace(app, load)]).toEqual([app, 'exit code 0']);
    await sleep(1000);
    await load.stop();

    expect(load.refusals).toEqual([]);
    expect(load.imports.length).toBeGreaterThan(5);
    const upgraded: System = {
      ...system,
      get: (person, path) => system.api.call('GET', `${load.gateways[0]}${path}`, { token: person.token }),
    };
    for (const id of load.imports) {
      expect(await importEnd(upgraded, ann, id, 30_000)).toMatchObject({ status: 'COMPLETED' });
    }
    await allEndWell(load.generations, 20_000);
    // Both versions were there, and an old worker did meet jobs of the new one.
    const jobs = await versions(load.generations);
    expect(Object.keys(jobs).toSorted()).toEqual(['v1', 'v2']);
    expect((jobs['v1'] ?? 0) + (jobs['v2'] ?? 0)).toBe(load.generations.length);
    const left = lines.filter((line) => /^import-worker .*"v":2.*left to another worker/.test(line));
    expect(left.length).toBeGreaterThan(0);
  }, 120_000);
});
