// Tests that what is meant for one workspace is not done in another, over real HTTP.
import { setTimeout } from 'node:timers/promises';
import { Shelfscribe } from '../src/index.ts';
import { json, refuse, ScriptedServer, type Received } from './scripted-server.ts';

const PASSWORD = { email: 'ann@example.com', password: 'a long password' };
const SWITCH = '/core/accounts/sessions/current/workspace';
const REFRESH = '/core/accounts/sessions/refresh';
const PRODUCT = { body: { title: 'Secret' } };
let server: ScriptedServer;
let client: Shelfscribe;
/** The workspaces whose tokens are accepted. */
let accepted: Set<string>;

/** What the API answers with a token for a workspace. */
function tokensOf(workspaceId: string, refresh: number, expiresIn = 3600): object {
  const claims = Buffer.from(JSON.stringify({ sub: 'ann', wid: workspaceId })).toString('base64url');
  return { accessToken: `e30.${claims}.${refresh}`, refreshToken: `refresh ${refresh}`, expiresIn };
}

function workspaceOf({ headers }: Received): string {
  const [, claims = ''] = (headers['authorization'] ?? '').split('.');
  return claims === '' ? '' : (JSON.parse(atob(claims)) as { wid: string }).wid;
}

/** Where products were sent to, in which workspaces. */
function sentTo(): string[] {
  return server.received.filter(({ url }) => url === '/base/products').map(workspaceOf);
}

beforeEach(async () => {
  accepted = new Set(['A']);
  server = await ScriptedServer.open();
  client = new Shelfscribe({ baseUrl: `${server.origin}/base`, coreUrl: `${server.origin}/core` });
  server.answer = (request, response) => {
    const { url, method } = request;
    if (url.endsWith('/email')) return json(response, 201, tokensOf('A', 1));
    if (url === REFRESH) return json(response, 200, tokensOf('B', 2));
    if (url === SWITCH) return json(response, 200, { ...tokensOf('B', 0), refreshToken: undefined });
    if (!accepted.has(workspaceOf(request))) return refuse(response, 401, 'InvalidToken');
    if (method === 'DELETE') return response.writeHead(204).end();
    json(response, 201, {});
  };
});
afterEach(() => server.close());

it('a request is not sent again in the workspace into which the API leads the session', async () => {
  await client.signIn(PASSWORD);
  accepted = new Set(['B']);
  await expect(client.createProduct(PRODUCT)).rejects.toMatchObject({ status: 401, code: 'InvalidToken' });
  await expect(client.createProduct(PRODUCT)).rejects.toMatchObject({ status: 401 });
  expect(sentTo()).toEqual(['A', '']);
  await client.enterWorkspace('B');
  await client.createProduct(PRODUCT);
  expect(sentTo()).toEqual(['A', '', 'B']);
});

it('a session ends in whatever workspace it is', async () => {
  await client.signIn(PASSWORD);
  accepted = new Set(['B']);
  await client.signOut();
  expect(server.received.filter(({ method }) => method === 'DELETE').map(workspaceOf)).toEqual(['A', 'B']);
});

it('a request that is refused after its session went on in another workspace is not sent there', async () => {
  await client.signIn(PASSWORD);
  accepted = new Set(['B']);
  const late = Promise.withResolvers<void>();
  const usual = server.answer;
  server.answer = (request, response) => {
    if (request.url !== '/base/products') return usual(request, response);
    void late.promise.then(() => usual(request, response));
  };
  const created = client.createProduct(PRODUCT);
  await client.enterWorkspace('B');
  late.resolve();
  await expect(created).rejects.toMatchObject({ status: 401 });
  expect(sentTo()).toEqual(['A']);
});

it('the new refresh token stays that comes after the session went on in another workspace', async () => {
  const refreshAsked = Promise.withResolvers<void>();
  const switched = Promise.withResolvers<void>();
  const refreshed = Promise.withResolvers<void>();
  server.answer = ({ url }, response) => {
    if (url.endsWith('/email')) return json(response, 201, tokensOf('A', 1, 0.2));
    if (url === SWITCH) {
      const tokens = { ...tokensOf('B', 0, 0), refreshToken: undefined };
      return void switched.promise.then(() => json(response, 200, tokens));
    }
    if (url !== REFRESH) return json(response, 200, { products: [] });
    refreshAsked.resolve();
    void refreshed.promise.then(() => json(response, 200, tokensOf('B', 2)));
  };
  await client.signIn(PASSWORD);
  const entered = client.enterWorkspace('B');
  await setTimeout(250); // its token is not good for much longer by now
  const listed = client.listProducts();
  await refreshAsked.promise;
  switched.resolve();
  await entered;
  refreshed.resolve();
  await listed;
  expect(sentTo()).not.toContain('B'); // it was asked for before
  await client.listProducts();
  const refreshes = server.received.filter(({ url }) => url === REFRESH);
  expect(refreshes.map(({ body }) => body)).toEqual([
    '{"refreshToken":"refresh 1"}',
    '{"refreshToken":"refresh 2"}',
  ]);
});

it('a stream does not go on in another workspace than it began in', async () => {
  await client.signIn(PASSWORD);
  const usual = server.answer;
  server.answer = (request, response) => {
    if (!request.url.startsWith('/base/events')) return usual(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('retry: 10\nid: 1\nevent: noted\ndata: {}\n\n');
  };
  const { stream } = await client.followEvents();
  await expect(stream.next()).resolves.toMatchObject({ value: { id: '1' } });
  await client.enterWorkspace('B');
  await expect(stream.next()).rejects.toThrow('another workspace');
});
