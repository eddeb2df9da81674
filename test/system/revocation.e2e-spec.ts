// A revoked session, a disabled account and a former member are refused on every route of every gateway, whoever changed
// the tables of auth.
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import type { ErrorResponse, Generation, ProductList } from '#contracts';
import { newId } from '#platform/context';
import { Environment, type Person } from '#testing/environment';
import { FaultProxy } from '#testing/neighbours';
import { HttpClient, type Answer } from '#testing/http';
import { freePort } from '#testing/servers';
import { until } from '#testing/until';

/** Shorter than the interval at which gateways read the list of revocations: a notification must have told them. */
const SOON = { withinMs: 5000 };

let environment: Environment;
let proxy: FaultProxy;
/** Addresses of both gateways. The second one reaches the bus through the proxy. */
let baseUrls: string[];
let auth: Client;
beforeAll(async () => {
  environment = await Environment.start();
  const { nats, postgres } = environment.servers;
  proxy = await FaultProxy.open(Number(new URL(nats.url).port));
  const port = await freePort();
  await environment.add('gateway', { PORT: String(port), NATS_URL: `nats://127.0.0.1:${proxy.port}` });
  baseUrls = [environment.baseUrl, `http://localhost:${port}/api/v2`];
  auth = new Client({ connectionString: postgres.superuserUrl('auth') });
  await auth.connect();
}, 120_000);
afterAll(async () => {
  await auth?.end();
  await environment?.stop();
  await proxy?.close();
}, 60_000);

/** Clients with the token of a person, one for each gateway. */
const clientsOf = async ({ token }: Person): Promise<HttpClient[]> => {
  const document = await environment.document;
  return baseUrls.map((baseUrl) => new HttpClient({ baseUrl, token, document }));
};

const GENERATION = { applicationId: 'product-title' };

/** One request to each kind of route of a gateway. */
const routesOf = (baseUrl: string): [string, string, unknown?][] => [
  ['GET', '/products'],
  ['GET', `/products/${newId()}`],
  ['POST', '/products/import/retailer', { asins: ['B000000001'] }],
  ['GET', `/products/imports/${newId()}`],
  ['POST', '/generations', GENERATION],
  ['GET', `/generations/${newId()}`],
  ['GET', `${new URL(baseUrl).origin}/core/api/v2/accounts`],
];

const REVOCATIONS: [string, string][] = [
  ['revoked session', 'DELETE FROM session WHERE id = $1'],
  [
    'disabled account',
    `UPDATE account SET status = 'DISABLED' WHERE id = (SELECT account_id FROM session WHERE id = $1)`,
  ],
  [
    'former member',
    'DELETE FROM membership WHERE account_id = (SELECT account_id FROM session WHERE id = $1)',
  ],
];

async function revoke(person: Person, sql: string): Promise<void> {
  await auth.query(sql, [decodeJwt<{ sid: string }>(person.token).sid]);
}

const isRefused = async (client: HttpClient): Promise<boolean> =>
  (await client.get('/products')).status === 401;

describe.each(REVOCATIONS)('the token of a %s', (kind, sql) => {
  it('gets the same 401 from every route of every gateway, and ends a wait', async () => {
    const [person] = await environment.addPeople(kind.replace(' ', '-'));
    const clients = await clientsOf(person);
    const { products } = (await person.get<ProductList>('/products?limit=1')).body;
    const inputs = { productId: products[0]?.id };
    const body = { ...GENERATION, inputs, environment: { model: 'sandbox:slow' } };
    const waits = clients.map((client) =>
      client.post<ErrorResponse>('/generations', body, { prefer: 'wait=60' }),
    );
    await until('both wait', async () => {
      const { rowCount } = await generations(person);
      return rowCount === 2;
    });
    await revoke(person, sql);
    for (const client of clients) await until('the token is refused', () => isRefused(client), SOON);
    const answers: Answer<ErrorResponse>[] = await Promise.all(waits);
    for (const [n, client] of clients.entries())
      for (const [method, path, sent] of routesOf(baseUrls[n] ?? ''))
        answers.push(await client.request(method, path, { body: sent }));
    for (const {
      status,
      body: { error },
    } of answers)
      expect({ status, ...error, id: '' }).toEqual({
        ...{ status: 401, code: 'InvalidToken', id: '', details: [] },
        message: 'The access token is not valid or has expired. Sign in again.',
      });
  }, 60_000);
});

async function generations({ workspaceId }: Person): Promise<{ rowCount: number | null }> {
  const client = new Client({ connectionString: environment.servers.postgres.superuserUrl('generations') });
  await client.connect();
  try {
    return await client.query('SELECT FROM generation WHERE workspace_id = $1', [workspaceId]);
  } finally {
    await client.end();
  }
}

it('a gateway without the bus at the revocation refuses the token as soon as it is back', async () => {
  const [person] = await environment.addPeople('cut-off');
  const [near, far] = (await clientsOf(person)) as [HttpClient, HttpClient];
  expect((await far.get('/products')).status).toBe(200);
  proxy.silence();
  await revoke(person, 'DELETE FROM session WHERE id = $1');
  await until('the other gateway refuses the token', () => isRefused(near), SOON);
  proxy.breakSilent();
  let backAt: number | undefined;
  await until('the gateway refuses the token', async () => {
    const { status } = await far.get('/products');
    if (status < 500) backAt ??= performance.now();
    return status === 401;
  });
  expect(performance.now() - (backAt ?? NaN)).toBeLessThan(1000);
}, 60_000);

it('an account that is enabled again may sign in at once', async () => {
  const [person] = await environment.addPeople('enabled-again');
  await revoke(person, REVOCATIONS[1]?.[1] ?? '');
  for (const client of await clientsOf(person)) await until('it is refused', () => isRefused(client), SOON);
  await auth.query(`UPDATE account SET status = 'ACTIVE' WHERE id = $1`, [person.accountId]);
  const again = await environment.signIn(person);
  for (const client of await clientsOf(again)) {
    expect((await client.get('/products')).status).toBe(200);
    expect((await client.post<Generation>('/generations', GENERATION)).status).toBe(201);
  }
  expect((await person.get('/products')).status).toBe(401);
}, 60_000);
