// How soon the whole system does what it promises, with its usual settings. These bounds hold on a machine that does nothing
// else; the suites of test/system prove the same without a clock.
import { Client } from 'pg';
import type { ErrorResponse, Generation, ProductList, WorkspaceDetails } from '#contracts';
import { newId } from '#platform/context';
import { ANY_WEBHOOK_PORT, Environment, type Person } from '#testing/environment';
import { HttpClient } from '#testing/http';
import { FaultProxy, startModelRelay, startWebhookReceiver, type ModelRelay } from '#testing/neighbours';
import { ProcessMetrics } from '#testing/processes';
import { freePort } from '#testing/servers';
import { median } from '#testing/statistics';
import { until } from '#testing/until';
import { callsOfManyImports } from '../system/helpers/import-quota.ts';

/** What a notification tells, and what follows from an event, is felt within 5 s; the intervals that replace it are longer. */
const SOON = { withinMs: 5000 };
const SECOND = { withinMs: 1000, everyMs: 20 };
const WORKER_SHUTDOWN_MS = 8000;

let environment: Environment;
let models: ModelRelay;
let collector: FaultProxy;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  const sandbox = await freePort();
  models = await startModelRelay(`http://127.0.0.1:${sandbox}`);
  // Any server takes the spans until the proxy is closed: nobody reads them.
  collector = await FaultProxy.open(sandbox);
  const servers = [{ name: 'sandbox', baseURL: `${models.url}/v1`, models: ['echo'] }];
  const MODEL_SERVERS = JSON.stringify(servers);
  environment = await Environment.start({
    name: 'timing',
    ports: { sandbox },
    variables: {
      all: ANY_WEBHOOK_PORT,
      gateway: {
        LIMIT_WRITES_PER_MIN: '100000',
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      },
      generations: { MODEL_SERVERS },
      'generation-worker': { MODEL_SERVERS, SHUTDOWN_MS: String(WORKER_SHUTDOWN_MS) },
    },
  });
  [ann, ben] = await environment.addPeople('ann', 'ben');
});
afterAll(async () => {
  await environment?.stop();
  await models.close();
});

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};
const statusOf = async (person: Person): Promise<number> => (await person.get('/products')).status;
const WRITE = { applicationId: 'product-title', environment: { model: 'sandbox:echo' } };
const inputs = { product: { title: 'A lamp' } };

it('imports beside each other keep to the quota of the marketplace: at most one call is refused', async () => {
  const { calls, throttled } = await callsOfManyImports(ann, environment.sandboxUrl);
  expect(calls).toBeGreaterThan(10);
  expect(throttled).toBeLessThanOrEqual(1);
});

it.each(['products', 'generations', 'products/imports'] as const)(
  'of %s, a resource of another workspace is answered after the same time as an unknown one',
  async (kind) => {
    const imported = await ben.importProducts(['B0SECURE01']);
    const list = await ben.get<ProductList>('/products?genre=Retailer');
    const written = await ben.post<Generation>('/generations', { applicationId: 'product-title' });
    const foreign = {
      products: list.body.products[0]?.id,
      generations: written.body.id,
      'products/imports': imported.id,
    }[kind];
    const took: Record<'foreign' | 'unknown', number[]> = { foreign: [], unknown: [] };
    for (let round = 0; round < 120; round += 1) {
      took.foreign.push((await ann.get<ErrorResponse>(`/${kind}/${foreign}`)).ms);
      took.unknown.push((await ann.get<ErrorResponse>(`/${kind}/${newId()}`)).ms);
    }
    expect(Math.abs(median(took.foreign) - median(took.unknown))).toBeLessThan(2);
  },
);

it('a revoked session is refused, and a budget is felt, within 5 s', async () => {
  const [eva] = await environment.addPeople('eva');
  const auth = new Client(environment.servers.postgres.superuserUrl('auth'));
  await auth.connect();
  try {
    await auth.query('DELETE FROM session WHERE account_id = $1', [eva.accountId]);
  } finally {
    await auth.end();
  }
  await until('the token is refused', async () => (await statusOf(eva)) === 401, SOON);
  const path = { id: ben.workspaceId };
  const write = async () => (await ben.post('/generations', { ...WRITE, inputs })).status;
  expect(await write()).toBe(201);
  await ben.api.updateWorkspace({ path, body: { monthlyBudgetMicros: 0 } });
  await until('the budget is felt', async () => (await write()) === 429, SOON);
  await ben.api.updateWorkspace({ path, body: { monthlyBudgetMicros: null } });
  await until('models are admitted again', async () => (await write()) === 201, SOON);
});

it('a role, an API key and its end are felt within a second', async () => {
  const [eva, guest] = await environment.addPeople('eva', 'guest');
  const { coreUrl } = environment;
  const path = `${coreUrl}/workspaces/${eva.workspaceId}`;
  const invitation = { email: guest.email, role: 'editor' };
  const { code } = await eva.call<{ code: string }>('POST', `${path}/invitations`, { body: invitation });
  await guest.call('POST', `${coreUrl}/invitations/accept`, { body: { code } });
  const switched = { body: { workspaceId: eva.workspaceId } };
  const { accessToken: token } = await guest.call<{ accessToken: string }>(
    'POST',
    `${coreUrl}/accounts/sessions/current/workspace`,
    switched,
  );
  const { baseUrl } = environment;
  const editor = new HttpClient({ baseUrl, token });
  const create = async () => (await editor.post('/products', { title: 'Oak board' })).status;
  await until('an editor writes', async () => (await create()) === 201, SECOND);
  await eva.call('PATCH', `${path}/members/${guest.accountId}`, { body: { role: 'viewer' } });
  await until('a viewer writes nothing', async () => (await create()) === 403, SECOND);
  const made = await eva.call<{ id: string; key: string }>('POST', `${coreUrl}/accounts/keys`, {
    body: { name: 'reader', scopes: ['read'] },
  });
  const reader = new HttpClient({ baseUrl, token: made.key });
  const read = async () => (await reader.get('/products')).status;
  expect(await read()).toBe(200);
  await eva.call('DELETE', `${coreUrl}/accounts/keys/${made.id}`);
  await until('the key is refused', async () => (await read()) === 401, SECOND);
});

it('a new version of an application is used within 5 s', async () => {
  const body = {
    name: 'Care',
    instructions: 'Old words.',
    inputSchema: { type: 'object' },
    resultType: 'TEXT',
  };
  const { id } = await ann.call<{ id: string }>('POST', '/applications', { body });
  const write = async () =>
    (await ann.post<Generation>('/generations', { ...WRITE, applicationId: id })).body;
  expect((await write()).applicationVersion).toBe(1);
  await ann.call('PUT', `/applications/${id}`, { body: { ...body, instructions: 'New words.' } });
  await until('it is used', async () => (await write()).applicationVersion === 2, SOON);
});

it('a model call ends within 2 s after its generation is cancelled', async () => {
  models.holdMs = 600_000;
  try {
    const { data } = await ann.api.createGeneration({ body: { ...WRITE, inputs } });
    await until('the model call is running', () => models.inHand === 1);
    await ann.api.cancelGeneration({ path: { id: data.id } });
    await until('the model call has ended', () => models.inHand === 0, { withinMs: 2000 });
  } finally {
    models.holdMs = 0;
    models.release();
  }
});

it('requests are answered again within a second after an outage of the bus', async () => {
  const { nats } = environment.servers;
  const isAnswered = async () => (await statusOf(ann)) === 200;
  await nats.kill();
  await until('requests are refused', async () => !(await isAnswered()));
  await nats.restart();
  await until('requests are answered', isAnswered, SECOND);
});

it('a receiver that does not answer its webhook is given up after 15 s', async () => {
  const receiver = await startWebhookReceiver();
  receiver.respond = () => undefined;
  try {
    const { data: webhook } = await ann.api.createWebhook({
      body: { url: receiver.url, types: ['product.created'] },
    });
    await ann.api.createProduct({ body: { title: 'Oak board' } });
    const attempt = await until(
      'the try is given up',
      async () =>
        (await ann.api.listDeliveries({ path: { id: webhook.id } })).data.deliveries[0]?.attempts[0],
      { withinMs: 30_000, everyMs: 250 },
    );
    expect(attempt.error).toBe('TimedOut');
    expect(attempt.ms).toBeGreaterThanOrEqual(15_000);
    expect(attempt.ms).toBeLessThan(16_000);
    await ann.api.deleteWebhook({ path: { id: webhook.id } });
  } finally {
    await receiver.close();
  }
});

it('a result is stale within 5 s after the product has changed', async () => {
  const { data: product } = await ann.api.createProduct({ body: { title: 'Oak board' } });
  const { id } = await ann.generate({ applicationId: 'product-title', inputs: { productId: product.id } });
  const isStale = async () => (await ann.api.getGeneration({ path: { id } })).data.stale;
  expect(await isStale()).toBe(false);
  await ann.api.updateProduct({ path: { id: product.id }, body: { title: 'Walnut board' } });
  await until('the result is stale', isStale, SOON);
});

it('the token of an erased workspace is refused within a second', async () => {
  const [eva] = await environment.addPeople('eva');
  const workspaces = `${environment.coreUrl}/workspaces`;
  const { name } = await eva.call<WorkspaceDetails>('GET', `${workspaces}/${eva.workspaceId}`);
  await eva.call('POST', workspaces, { body: { name: 'Second shop' } });
  await eva.call('POST', `${workspaces}/${eva.workspaceId}/erase`, { body: { confirm: name } });
  await until('the token is refused', async () => (await statusOf(eva)) === 401, { withinMs: 1000 });
});

it('a scrape is answered in time while Redis is silent, without values that are older than 5 s', async () => {
  const { redis } = environment.servers;
  const read = () => ProcessMetrics.read(environment.opsUrls['generations'] ?? '');
  const sees = (isThere: boolean) => async () => ((await read()).sum('queue_jobs') !== undefined) === isThere;
  await until('the queue is read', sees(true));
  await redis.kill('SIGSTOP');
  try {
    await until('the old values are gone', sees(false), { withinMs: 8000 });
    expect(await msOf(read)).toBeLessThan(1900);
  } finally {
    await redis.kill('SIGCONT');
  }
  await until('the queue is read again', sees(true));
});

it('a generation worker that cannot finish its work leaves in time, and the next one starts it at once', async () => {
  models.holdMs = 600_000;
  const { 'generation-worker': worker } = environment.processes;
  const { data } = await ann.api.createGeneration({ body: { ...WRITE, inputs } });
  await until('the model call is running', () => models.inHand === 1);
  expect(await msOf(() => worker.stop())).toBeLessThan(WORKER_SHUTDOWN_MS);
  models.holdMs = 0;
  await worker.restart();
  // Sooner than any lease or lock could have expired.
  await ann.generationEnd(data.id, 10_000);
});

it('a gateway answers and leaves as fast as ever while nobody takes its spans and requests wait for models', async () => {
  const { gateway } = environment.processes;
  models.holdMs = 600_000;
  const waiting = ann.post<Generation>('/generations', { ...WRITE, inputs }, { prefer: 'wait=60' });
  await until('the model call is running', () => models.inHand === 1);
  await collector.close();
  const many = () => Promise.all(Array.from({ length: 20 }, () => statusOf(ann)));
  expect(await msOf(many)).toBeLessThan(2000);
  expect(await msOf(() => gateway.stop())).toBeLessThan(5000);
  expect((await waiting).body.status).toBe('RUNNING');
  models.release();
  await gateway.restart();
});
