// Processes that shut down under load: nothing is lost, nothing is done twice.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Generation, ImportResult } from '#contracts';
import { Environment, type App, type Person } from '#testing/environment';
import { startModelRelay, type ModelRelay } from '#testing/neighbours';
import { freePort } from '#testing/servers';
import { until } from '#testing/until';
import { expectSuccess, outcomeOf } from './ledger.ts';

/** Generations in flight when a process is told to shut down. */
const IN_FLIGHT = 50;
/** Time that the generation worker has for its shutdown; running work is cancelled after seven tenths of it. */
const WORKER_SHUTDOWN_MS = 8000;

let models: ModelRelay;
let environment: Environment;
let ann: Person;
let productId: string;
let database: Client;

beforeAll(async () => {
  const sandbox = await freePort();
  models = await startModelRelay(`http://127.0.0.1:${sandbox}`);
  const servers = [{ name: 'sandbox', baseURL: `${models.url}/v1`, models: ['echo'] }];
  const modelServers = { MODEL_SERVERS: JSON.stringify(servers) };
  environment = await Environment.start({
    ports: { sandbox },
    variables: {
      gateway: { LIMIT_WRITES_PER_MIN: '100000' }, // one account writes for many
      generations: { ...modelServers, MAX_RUNNING_GENERATIONS: '1000' },
      'generation-worker': {
        ...modelServers,
        GENERATION_CONCURRENCY: String(IN_FLIGHT),
        SHUTDOWN_MS: String(WORKER_SHUTDOWN_MS),
      },
    },
  });
  [ann] = await environment.addPeople('ann');
  productId = (await ann.api.createProduct({ body: { title: 'Oak board' } })).data.id;
  database = new Client({ connectionString: environment.servers.postgres.superuserUrl('generations') });
  await database.connect();
}, 120_000);

afterAll(async () => {
  await database?.end();
  await environment?.stop();
  await models.close();
}, 60_000);

function create(headers: Record<string, string> = {}) {
  const body = {
    applicationId: 'product-title',
    environment: { model: 'sandbox:echo' },
    inputs: { productId },
  };
  return ann.post<Generation>('/generations', body, headers);
}

/** Requests many generations; gives the ids of those that were accepted. */
async function accept(count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => create()));
  for (const { status } of answers) expect([201, 503]).toContain(status);
  return answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
}

/** Requests many generations and waits until all their model calls are running. */
async function startGenerations(holdMs: number): Promise<string[]> {
  models.holdMs = holdMs;
  const ids = await accept(IN_FLIGHT);
  while (ids.length < IN_FLIGHT) ids.push(...(await accept(IN_FLIGHT - ids.length))); // a cold system refuses some
  await until('all model calls are running', () => models.inHand === IN_FLIGHT);
  return ids;
}

/** Shuts a process down; tells how it exited, and after how many milliseconds. */
async function shutDown(app: App): Promise<{ exit: string; tookMs: number }> {
  const toldAt = performance.now();
  const exit = await environment.processes[app].stop();
  return { exit, tookMs: performance.now() - toldAt };
}

describe('a generation worker that shuts down', () => {
  afterEach(() => environment.processes['generation-worker'].restart(), 30_000);

  it('finishes the generations that it is writing', async () => {
    const answered = models.answered;
    const ids = await startGenerations(3000);
    expect((await shutDown('generation-worker')).exit).toBe('exit code 0');
    expect(await outcomeOf(database, ids)).toEqual({ successes: IN_FLIGHT, entries: IN_FLIGHT });
    expect(models.answered - answered).toBe(IN_FLIGHT);
  }, 40_000);

  it('releases in time the generations that it cannot finish, and the next worker starts them at once', async () => {
    const ids = await startGenerations(60_000);
    const { exit, tookMs } = await shutDown('generation-worker');
    expect(exit).toBe('exit code 0');
    expect(tookMs).toBeLessThan(WORKER_SHUTDOWN_MS);
    expect((await outcomeOf(database, ids)).successes).toBe(0);
    models.holdMs = 0;
    await environment.processes['generation-worker'].restart();
    // Sooner than any lease or lock could have expired, so everything was released.
    await expectSuccess(database, ids, 10_000);
  }, 40_000);
});

describe('an owner that shuts down', () => {
  it('keeps the generations that it accepted, and the reports of its workers arrive once it is back', async () => {
    const ids = await startGenerations(5000);
    const more = accept(20);
    expect((await shutDown('generations')).exit).toBe('exit code 0');
    await environment.processes.generations.restart();
    await expectSuccess(database, [...ids, ...(await more)], 20_000);
  }, 40_000);
});

describe('an import worker that shuts down', () => {
  it('finishes its call, and the next worker imports the remaining products', async () => {
    const asins = Array.from({ length: 120 }, (_, i) => `B0LEAV${String(i).padStart(4, '0')}`);
    const { id } = (await ann.post<ImportResult>('/products/import/retailer', { asins })).body;
    const state = async () => (await ann.get<ImportResult>(`/products/imports/${id}`)).body;
    await until('some products are there', async () => (await state()).success.length > 0);
    expect((await shutDown('import-worker')).exit).toBe('exit code 0');
    expect((await state()).importing.length).toBeGreaterThan(0); // or the import had ended before
    await environment.processes['import-worker'].restart();
    const end = await ann.importEnd(id, 12_000);
    expect(end).toMatchObject({ status: 'COMPLETED', counts: { success: 120, failure: 0 } });
  }, 40_000);
});

describe('a gateway that shuts down', () => {
  it('answers all requests that it has received, those with Prefer: wait included', async () => {
    models.holdMs = 6000;
    const waiting = Array.from({ length: 20 }, () => create({ prefer: 'wait=60' }));
    await until('20 requests wait', () => models.inHand === 20);
    const quick = Array.from({ length: 20 }, () => ann.get('/products?limit=100'));
    await sleep(5); // until they are on their way
    const { exit, tookMs } = await shutDown('gateway');
    expect(exit).toBe('exit code 0');
    expect(tookMs).toBeLessThan(5000);
    for (const { status } of await Promise.all(quick)) expect(status).toBe(200);
    const ids: string[] = [];
    for (const { status, body } of await Promise.all(waiting)) {
      expect([status, body.status]).toEqual([201, 'RUNNING']);
      ids.push(body.id);
    }
    await environment.processes.gateway.restart();
    expect((await ann.get(`/generations/${ids[0]}`)).status).toBe(200);
  }, 40_000);
});
