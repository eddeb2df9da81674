// Tests what the client adds to the operations: tokens, repeats and pages, over real HTTP.
import type { ServerResponse } from 'node:http';
import { ApiError, each, Shelfscribe } from '../src/index.ts';
import {
  inTurn,
  json,
  refuse,
  ScriptedServer,
  urlsOf,
  type Answering,
  type Received,
} from './scripted-server.ts';

let server: ScriptedServer;
let client: Shelfscribe;
beforeEach(async () => {
  server = await ScriptedServer.open();
  client = connect();
});
afterEach(() => server.close());

const PASSWORD = { email: 'ann@example.com', password: 'a long password' };
const GENERATION = { body: { applicationId: 'product-title' } };

function connect(options: { apiKey?: string; timeoutMs?: number } = {}): Shelfscribe {
  return new Shelfscribe({ baseUrl: `${server.origin}/base`, coreUrl: `${server.origin}/core`, ...options });
}

const ok: Answering = (_, response) => json(response, 200, { products: [] });
const busy: Answering = (_, response) => refuse(response, 503, 'Unavailable', { 'retry-after': '0' });
const breakOff: Answering = (_, response) => response.destroy();

describe('a session', () => {
  /** Numbers of the access token and of the refresh token that are valid. */
  let valid: { access: number; refresh: number };
  let expiresIn: number;
  const tokens = () => ({
    accessToken: `access ${valid.access}`,
    refreshToken: `refresh ${valid.refresh}`,
    tokenType: 'Bearer',
    tokenFormat: 'jwt',
    expiresIn,
    refreshExpiresIn: 1000,
    sessionId: 'session',
  });
  const api: Answering = ({ url, headers, body }, response) => {
    if (url === '/core/accounts/sessions/email') return json(response, 201, tokens());
    if (url === '/core/accounts/sessions/refresh') {
      if (body !== JSON.stringify({ refreshToken: `refresh ${valid.refresh}` }))
        return refuse(response, 401, 'InvalidToken');
      valid = { access: valid.access + 1, refresh: valid.refresh + 1 };
      return json(response, 200, tokens());
    }
    if (headers['authorization'] !== `Bearer access ${valid.access}`)
      return refuse(response, 401, 'InvalidToken');
    return json(response, 200, { id: url });
  };
  const refreshes = (): number => server.received.filter(({ url }) => url.endsWith('/refresh')).length;
  const callMany = () =>
    Promise.all(Array.from({ length: 20 }, (_, n) => client.getProduct({ path: { id: String(n) } })));

  beforeEach(async () => {
    [valid, expiresIn] = [{ access: 1, refresh: 1 }, 3600];
    server.answer = api;
    await client.signIn(PASSWORD);
  });

  it('is refreshed once for all calls that are refused together, and they succeed', async () => {
    valid.access = 7; // the token of the client is no longer good
    const answers = await callMany();
    expect(answers.map(({ data }) => data.id)).toEqual(answers.map((_, n) => `/base/products/${n}`));
    expect(refreshes()).toBe(1);
  });

  it('is refreshed once before its token expires', async () => {
    expiresIn = 0;
    await client.signIn(PASSWORD);
    expiresIn = 3600;
    await callMany();
    expect(refreshes()).toBe(1);
    expect(server.received.filter(({ url }) => url.startsWith('/base'))).toHaveLength(20);
  });

  it('is refreshed with the same token again when the answer is lost', async () => {
    valid.access = 7;
    server.answer = inTurn(api, breakOff, busy, api);
    expect((await client.getProduct({ path: { id: '1' } })).data.id).toBe('/base/products/1');
    const sent = server.received.filter(({ url }) => url.endsWith('/refresh')).map(({ body }) => body);
    expect(sent).toEqual(Array(3).fill('{"refreshToken":"refresh 1"}'));
  });

  it('that has ended fails every call as InvalidToken, and asks once only', async () => {
    valid = { access: 7, refresh: 7 };
    const refused = { status: 401, code: 'InvalidToken' };
    for (let n = 0; n < 2; n += 1)
      await expect(client.getProduct({ path: { id: '1' } })).rejects.toMatchObject(refused);
    expect(refreshes()).toBe(1);
    expect(server.received.at(-1)?.headers['authorization']).toBeUndefined();
  });

  it('goes on with the tokens that a change of password gives', async () => {
    server.answer = ({ url, headers }, response) => {
      if (url !== '/core/accounts/password') return api({ url, headers } as Received, response);
      valid = { access: 5, refresh: 5 };
      json(response, 200, tokens());
    };
    await client.setPassword({ currentPassword: PASSWORD.password, newPassword: 'another long password' });
    expect((await client.getProduct({ path: { id: '1' } })).data.id).toBe('/base/products/1');
    expect(refreshes()).toBe(0);
    valid.access = 9;
    server.answer = api;
    await client.getProduct({ path: { id: '2' } });
    expect(refreshes()).toBe(1);
  });

  it('whose refresh token is in a cookie keeps none of an account that was signed in before', async () => {
    server.answer = ({ url, body }, response) => {
      if (!url.endsWith('/refresh'))
        return json(response, 201, { ...tokens(), expiresIn: 0, refreshToken: undefined });
      expect(JSON.parse(body)).toEqual({});
      json(response, 200, { ...tokens(), refreshToken: undefined });
    };
    await client.signIn({ ...PASSWORD, refresh: 'cookie' });
    await client.listProducts();
    expect(refreshes()).toBe(1);
  });

  it('in a cookie is gone on with after a reload, and can be absent', async () => {
    const page = connect();
    server.answer = ({ url, body }, response) => {
      if (!url.endsWith('/refresh')) return ok({ url } as Received, response);
      expect(JSON.parse(body)).toEqual({});
      json(response, 200, { ...tokens(), refreshToken: undefined });
    };
    expect(await page.resume()).toBe(true);
    await page.listProducts();
    expect(server.received.at(-1)?.headers['authorization']).toBe('Bearer access 1');
    server.answer = (_, response) => refuse(response, 401, 'Unauthenticated');
    expect(await page.resume()).toBe(false);
  });
});

describe('a call', () => {
  it('with an API key sends it, and does not ask for a token when it is refused', async () => {
    server.answer = (_, response) => refuse(response, 401, 'InvalidToken');
    await expect(connect({ apiKey: 'ssk_1' }).listProducts()).rejects.toMatchObject({ status: 401 });
    expect(server.received.map(({ headers }) => headers['authorization'])).toEqual(['Bearer ssk_1']);
  });

  it('is repeated after a refusal, a lost answer and an answer that breaks off', async () => {
    const half = (_: Received, response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"products"', () => response.destroy());
    };
    server.answer = inTurn(busy, breakOff, half, ok);
    expect((await client.listProducts({ query: { limit: 5 } })).data).toEqual({ products: [] });
    expect(urlsOf(server.received)).toEqual(Array(4).fill('GET /base/products?limit=5'));
  });

  it('that creates is repeated with one Idempotency-Key, another call has another', async () => {
    server.answer = inTurn(breakOff, busy, (_, response) => json(response, 201, { id: '1' }));
    await client.createGeneration(GENERATION);
    await client.createGeneration(GENERATION);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(server.received[0]?.body).toBe(JSON.stringify(GENERATION.body));
  });

  it('that changes something each time, and has no key, is sent once', async () => {
    server.answer = busy;
    const refused = { status: 503, code: 'Unavailable', retryAfter: 0 };
    const path = { id: '1' };
    await expect(client.acceptGeneration({ path, body: {} })).rejects.toMatchObject(refused);
    await expect(client.replaceApplication({ path, body: {} as never })).rejects.toMatchObject(refused);
    expect(server.received).toHaveLength(2);
  });

  it('that replaces any version is repeated, and one of a certain version is sent once', async () => {
    const replaced: Answering = (_, response) => json(response, 200, { id: '1' });
    server.answer = inTurn(breakOff, replaced);
    const voice = { path: { id: '1' }, body: {} as never };
    await client.replaceVoice(voice);
    expect(server.received).toHaveLength(2);
    const stale: Answering = (_, response) => refuse(response, 412, 'VersionMismatch');
    server.answer = inTurn(breakOff, stale); // for the first try has made the next version
    const replacing = client.replaceVoice({ ...voice, headers: { 'If-Match': '"1"' } });
    await expect(replacing).rejects.toBeInstanceOf(TypeError);
    expect(server.received).toHaveLength(3);
    server.answer = inTurn((_, response) => refuse(response, 429, 'TooManyRequests'), replaced); // before any work
    await client.replaceVoice({ ...voice, headers: { 'If-Match': '"1"' } });
    expect(server.received).toHaveLength(5);
  });

  it('that only computes is repeated, although it is a POST', async () => {
    server.answer = inTurn(busy, (_, response) => json(response, 200, { checks: [] }));
    await client.checkContent({ body: { applicationId: 'product-title', result: 'A bench' } });
    expect(server.received).toHaveLength(2);
  });

  it('that deletes has succeeded when its answer is lost and nothing is there any more', async () => {
    const gone = (_: Received, response: ServerResponse): void => refuse(response, 404, 'NotFound');
    server.answer = inTurn(breakOff, gone);
    await client.deleteProduct({ path: { id: '1' }, headers: { 'If-Match': '"1"' } });
    server.answer = inTurn(busy, gone);
    await expect(client.deleteProduct({ path: { id: '1' } })).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('whose answer breaks off throws that, and no error of the API', async () => {
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '100' });
      response.write('id,title', () => response.destroy());
    };
    const error = await client
      .exportProducts({ query: { format: 'csv' } })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TypeError);
  });

  it('of an export gives its text, as CSV and as JSON Lines', async () => {
    const lines = '{"id":"1"}\n{"id":"2"}\n';
    const exported = async (type: string, format: 'csv' | 'jsonl'): Promise<unknown> => {
      server.answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(lines);
      return (await client.exportProducts({ query: { format } })).data;
    };
    expect(await exported('text/csv; charset=utf-8', 'csv')).toBe(lines);
    expect(await exported('application/jsonl; charset=utf-8', 'jsonl')).toBe(lines);
  });

  it('throws the error of the API, or says which status came instead', async () => {
    const error = { code: 'NotFound', id: 'r1', message: 'Not there.', target: 'id', details: [] };
    server.answer = (_, response) => json(response, 404, { error });
    const refused = await client.getProduct({ path: { id: 'x/y' } }).catch((caught: unknown) => caught);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ status: 404, code: 'NotFound', requestId: 'r1', target: 'id' });
    expect((refused as Error).message).toBe('Not there.');
    expect(server.received[0]?.url).toBe('/base/products/x%2Fy');
    server.answer = (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<p>');
    const html = { status: 403, code: undefined, message: 'The answer has the status 403.' };
    await expect(client.listProducts()).rejects.toMatchObject(html);
  });
});

it('a list is read page by page, also over an empty one, as far as it is asked for', async () => {
  server.answer = ({ url }, response) => {
    const page = Number(new URL(url, server.origin).searchParams.get('nextToken') ?? 0);
    const products = page === 1 ? [] : [{ id: `${page}.1` }, { id: `${page}.2` }];
    json(response, 200, page === 2 ? { products } : { products, nextToken: String(page + 1) });
  };
  const products = () => each((nextToken) => client.listProducts({ query: { genre: 'Custom', nextToken } }));
  const ids: string[] = [];
  for await (const { id } of products()) ids.push(id);
  expect(ids).toEqual(['0.1', '0.2', '2.1', '2.2']);
  for await (const { id } of products()) if (id === '0.2') break;
  expect(urlsOf(server.received)).toEqual([
    'GET /base/products?genre=Custom',
    'GET /base/products?genre=Custom&nextToken=1',
    'GET /base/products?genre=Custom&nextToken=2',
    'GET /base/products?genre=Custom',
  ]);
});
