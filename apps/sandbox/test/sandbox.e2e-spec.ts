// Tests the sandbox over real HTTP: tokens, catalog, quota, pictures and models.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Item } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { freePort, onPort } from '#testing/servers';
import { until } from '#testing/until';
import { configSchema } from '../src/config.ts';
import { SandboxModule } from '../src/sandbox.module.ts';

const US = 'ATVPDKIKX0DER';
const twenty = Array.from({ length: 20 }, (_, i) => `B0E2E000${String(i).padStart(2, '0')}`);

let app: NestFastifyApplication;
let base: string;
let token: string;

function tokenRequest(changes: Record<string, string> = {}): Promise<Response> {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: 'Atzr|sandbox-refresh-token',
    client_id: 'sandbox-client',
    client_secret: 'sandbox-secret',
  };
  return fetch(`${base}/auth/o2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...changes }),
  });
}

function catalogAtOnce(path: string, query: Record<string, string>, accessToken = token): Promise<Response> {
  return fetch(`${base}${path}?${new URLSearchParams(query).toString()}`, {
    headers: { 'x-amz-access-token': accessToken },
  });
}

/** Calls the catalog as soon as the quota allows it, which the calls of other tests may have used up. */
function catalog(...call: Parameters<typeof catalogAtOnce>): Promise<Response> {
  return until('the quota allows the call', async () => {
    const response = await catalogAtOnce(...call);
    return response.status === 429 ? undefined : response;
  });
}

const search = (
  asins: readonly string[],
  query: Record<string, string> = {},
  root = 'na',
  send = catalog,
): Promise<Response> =>
  send(`/${root}/catalog/2022-04-01/items`, {
    identifiersType: 'ASIN',
    identifiers: asins.join(),
    marketplaceIds: US,
    pageSize: '20',
    ...query,
  });

function chat(body: object, init: RequestInit = {}, key = 'model-key'): Promise<Response> {
  return fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      messages: [{ role: 'user', content: 'Steel bottle with leakproof lid' }],
      ...body,
    }),
    ...init,
  });
}

/** Waits until the quota's token buckets are full again. */
const quotaRefilled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1050));

const read = async <T>(response: Response): Promise<T> => (await response.json()) as T;

async function startSandbox(PORT: number): Promise<NestFastifyApplication> {
  const config = configSchema.parse({ PORT, SANDBOX_LATENCY_MS: 20, SANDBOX_MODEL_KEY: 'model-key' });
  const sandbox = await NestFactory.create<NestFastifyApplication>(
    SandboxModule.forRoot(config),
    new FastifyAdapter(),
    { logger: ['error'] },
  );
  await sandbox.listen(PORT, '127.0.0.1');
  return sandbox;
}

beforeAll(async () => {
  app = await onPort(freePort, startSandbox);
  base = await app.getUrl();
  token = (await read<{ access_token: string }>(await tokenRequest())).access_token;
});
afterAll(() => app.close());

describe('token endpoint', () => {
  it('exchanges the refresh token for an access token', async () => {
    const response = await tokenRequest();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  });

  it('refuses a wrong client secret with an OAuth2 error', async () => {
    const response = await tokenRequest({ client_secret: 'wrong' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      error: 'invalid_client',
      error_description: 'Client authentication failed',
    });
  });
});

describe('catalog', () => {
  it('returns twenty products in one call', async () => {
    const response = await search(twenty, { includedData: 'summaries,images' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-amzn-ratelimit-limit')).toBe('2.0');
    expect(response.headers.get('x-amzn-requestid')).toBeTruthy();
    const { items, numberOfResults } = await read<{ items: Item[]; numberOfResults: number }>(response);
    expect([numberOfResults, items.map(({ asin }) => asin)]).toEqual([20, twenty]);
    const link = items[0]?.images?.[0]?.images?.[0]?.link ?? '';
    const picture = await fetch(link.replace('localhost', '127.0.0.1'));
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(await picture.text()).toContain(twenty[0]);
    const pixels = await fetch(picture.url, { headers: { accept: 'image/png,image/jpeg' } });
    expect(pixels.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await pixels.arrayBuffer()).toString('latin1')).toMatch(/^\x89PNG\r\n/);
  });

  it('returns a search in pages', async () => {
    type Page = { items: Item[]; pagination: { nextToken?: string } };
    const first = await read<Page>(await search(twenty, { pageSize: '12' }));
    const pageToken = first.pagination.nextToken ?? '';
    const second = await read<Page>(await search(twenty, { pageSize: '12', pageToken }));
    expect([...first.items, ...second.items].map(({ asin }) => asin)).toEqual(twenty);
    expect(second.pagination.nextToken).toBeUndefined();
  });

  it('answers 429 to the third simultaneous call of a region, and counts it', async () => {
    await quotaRefilled();
    await fetch(`${base}/debug/marketplace`, { method: 'DELETE' });
    const calls = Array.from({ length: 3 }, () => search(twenty, {}, 'na', catalogAtOnce));
    const all = await Promise.all(calls);
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
    const refused = all.find(({ status }) => status === 429);
    expect(refused?.headers.get('x-amzn-ratelimit-limit')).toBe('2.0');
    expect(refused?.headers.get('x-amzn-requestid')).toBeTruthy();
    expect(await refused?.json()).toEqual({
      errors: [
        {
          code: 'QuotaExceeded',
          message: 'You exceeded your quota for the requested resource.',
          details: '',
        },
      ],
    });
    const japan = await search(twenty, { marketplaceIds: 'A1VC38T7YXB528' }, 'fe');
    expect(japan.status).toBe(200);
    expect(await (await fetch(`${base}/debug/marketplace`)).json()).toEqual({
      calls: 4,
      throttled: 1,
      byOperation: { searchCatalogItems: { calls: 4, throttled: 1 } },
    });
  });

  it('fails the whole call for one malformed ASIN', async () => {
    const response = await search([...twenty.slice(1), '20DOMINANT']);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: [{ code: 'InvalidInput', message: "Invalid 'asin' provided.", details: '' }],
    });
  });

  it('returns one product, and 404 for an unknown one', async () => {
    const path = '/eu/catalog/2022-04-01/items';
    const german = { marketplaceIds: 'A1PA6795UKMFR9', includedData: 'attributes' };
    const { attributes } = await read<Item>(await catalog(`${path}/B0E2E00000`, german));
    expect(attributes?.['item_name']).toMatchObject([{ language_tag: 'de_DE' }]);
    expect((await catalog(`${path}/B0MISS0000`, german)).status).toBe(404);
  });

  it('refuses an unknown token', async () => {
    const response = await catalog(
      '/na/catalog/2022-04-01/items/B0E2E00000',
      { marketplaceIds: US },
      'Atza|no',
    );
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ errors: [{ code: 'Unauthorized' }] });
  });

  it('takes five seconds longer for a slow ASIN', async () => {
    const startedAt = performance.now();
    expect((await search(['B0SLOW0001'])).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(4990);
  });

  it('answers 404 for an unknown region', async () => {
    expect((await search(twenty, {}, 'xx')).status).toBe(404);
  });
});

describe('model server', () => {
  it('lists its models for callers with the API key', async () => {
    const models = (key: string): Promise<Response> =>
      fetch(`${base}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = await read<{ data: { id: string }[] }>(await models('model-key'));
    expect(data.map(({ id }) => id)).toContain('echo');
    const refused = await models('wrong');
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  });

  it('answers with a whole completion', async () => {
    const body = await read<{ choices: object[]; usage: { total_tokens: number } }>(
      await chat({ model: 'echo' }),
    );
    expect(body).toMatchObject({
      object: 'chat.completion',
      model: 'echo',
      choices: [{ message: { role: 'assistant' }, finish_reason: 'stop' }],
    });
    expect(body.usage.total_tokens).toBeGreaterThan(0);
  });

  it('streams the same reply, with its usage at the end', async () => {
    type Part = { choices: { delta: { content?: string }; finish_reason: string | null }[]; usage?: object };
    const response = await chat({ model: 'echo', stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text()).split('\n\n').filter(Boolean);
    expect(events.at(-1)).toBe('data: [DONE]');
    const parts = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)) as Part);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.at(-1)).toMatchObject({
      choices: [],
      usage: { completion_tokens: expect.any(Number) as number },
    });
    expect(parts.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    const text = parts.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    const whole = await read<{ choices: { message: { content: string } }[] }>(await chat({ model: 'echo' }));
    expect(text).toBe(whole.choices[0]?.message.content);
  });

  it('drops the connection as cut, streamed and whole', async () => {
    const response = await chat({ model: 'cut', stream: true });
    const reader = response.body?.getReader();
    let received = '';
    const readOn = async (): Promise<void> => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        received += Buffer.from(part.value).toString();
      }
    };
    await expect(readOn()).rejects.toThrow('terminated');
    expect(received).toContain('"delta":{"content":');
    expect(received).not.toContain('[DONE]');
    await expect(chat({ model: 'cut' })).rejects.toThrow('fetch failed');
  });

  it.each([
    ['down', 503],
    ['rate-limited', 429],
    ['gpt-unknown', 404],
  ])('answers %s with %i and an OpenAI error', async (model, status) => {
    const response = await chat({ model, stream: true });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) as string } });
  });

  const debug = (method = 'GET', key = 'model-key'): Promise<Response> =>
    fetch(`${base}/v1/debug/requests`, { method, headers: { authorization: `Bearer ${key}` } });

  it('shows its last requests, newest first, until they are deleted', async () => {
    await chat({ model: 'echo', temperature: 0.25 });
    await chat({ nonsense: true });
    const [last, before] = await read<{ time: string; body: object }[]>(await debug());
    expect(last?.body).toMatchObject({ nonsense: true });
    expect(before?.body).toMatchObject({ model: 'echo', temperature: 0.25 });
    expect((await debug('DELETE')).status).toBe(204);
    expect(await (await debug()).json()).toEqual([]);
  });

  it.each(['GET', 'DELETE'])(
    'answers %s of its last requests only to callers with the key',
    async (method) => {
      expect((await debug(method, 'wrong')).status).toBe(401);
    },
  );
});
