// Tests magic ASINs, regions, tokens and quotas with a clock under control of the test.
import { mock } from 'node:test';
import { configSchema } from '../config.ts';
import { CatalogService, type CatalogCall } from './catalog.service.ts';
import { SandboxProductsService } from '../products/sandbox-products.service.ts';
import { SandboxProductsStore } from '../products/sandbox-products.store.ts';
import { QuotaService } from './quota.service.ts';
import { ErrorResponse } from '../errors/error-response.rules.ts';
import { LwaTokensService } from './lwa-tokens.service.ts';

const form = {
  grant_type: 'refresh_token',
  client_id: 'client',
  client_secret: 'secret',
  refresh_token: 'refresh',
};

afterEach(() => {
  mock.restoreAll();
});

async function sandbox(SANDBOX_QUOTA: 'on' | 'off' = 'off') {
  const clock = { now: 1_000_000 };
  mock.method(Date, 'now', () => clock.now);
  const config = configSchema.parse({
    SANDBOX_LATENCY_MS: 0,
    SANDBOX_QUOTA,
    SANDBOX_CLIENT_ID: form.client_id,
    SANDBOX_CLIENT_SECRET: form.client_secret,
    SANDBOX_REFRESH_TOKEN: form.refresh_token,
  });
  const tokens = new LwaTokensService(config);
  const quota = new QuotaService(config);
  const products = new SandboxProductsService(await SandboxProductsStore.load(undefined));
  const catalog = new CatalogService(tokens, quota, products, config);
  const token = tokens.issue(form).access_token;
  const call = (changes: Partial<CatalogCall> = {}, ...asins: string[]): CatalogCall => ({
    region: 'na',
    token,
    query: { identifiersType: 'ASIN', identifiers: asins.join(), marketplaceIds: 'ATVPDKIKX0DER' },
    ...changes,
  });
  const search = (...asins: string[]) => catalog.search(call({}, ...asins));
  return { clock, tokens, quota, catalog, call, search };
}

/** Status of the error response, 200 if there is none. */
async function status(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ErrorResponse) return error.status;
    throw error;
  }
}

describe('the marketplace with magic ASINs', () => {
  it('leaves B0MISS out of a search and answers 404 for it alone', async () => {
    const { catalog, call, search } = await sandbox();
    const { items, numberOfResults } = await search('B0MISS0001', 'B0TEST0001');
    expect(items.map(({ asin }) => asin)).toEqual(['B0TEST0001']);
    expect(numberOfResults).toBe(1);
    await expect(catalog.get(call(), 'B0MISS0001')).rejects.toMatchObject({
      status: 404,
      body: {
        errors: [
          {
            code: 'NOT_FOUND',
            message: 'Requested item, B0MISS0001, not found in marketplace(s) ATVPDKIKX0DER.',
          },
        ],
      },
    });
  });

  it('fails B0FLAKY twice before each success', async () => {
    const { search } = await sandbox();
    const seen: number[] = [];
    for (let i = 0; i < 6; i += 1) seen.push(await status(search('B0FLAKY001', 'B0TEST0001')));
    expect(seen).toEqual([503, 503, 200, 503, 503, 200]);
  });

  it('counts the failures of each B0FLAKY ASIN separately', async () => {
    const { search } = await sandbox();
    const seen = [await status(search('B0FLAKY001')), await status(search('B0FLAKY002'))];
    seen.push(await status(search('B0FLAKY001')), await status(search('B0FLAKY001')));
    seen.push(await status(search('B0FLAKY002')));
    expect(seen).toEqual([503, 503, 503, 200, 503]);
  });

  it('does not fail B0FLAKY again on later pages', async () => {
    const { catalog, call, search } = await sandbox();
    const asins = ['B0FLAKY001', 'B0TEST0001'];
    const paged = (pageToken?: string): CatalogCall => {
      const { query } = call({}, ...asins);
      return call({ query: { ...query, pageSize: '1', pageToken } });
    };
    expect([await status(search(...asins)), await status(search(...asins))]).toEqual([503, 503]);
    const { pagination } = await catalog.search(paged());
    expect(await status(catalog.search(paged(pagination.nextToken)))).toBe(200);
  });

  it('fails the whole call for B0DOWN and B0BAD', async () => {
    const { search } = await sandbox();
    expect(await status(search('B0TEST0001', 'B0DOWN0001'))).toBe(503);
    await expect(search('B0TEST0001', 'B0BAD00001')).rejects.toMatchObject({
      status: 400,
      body: { errors: [{ code: 'InvalidInput', message: "Invalid 'asin' provided.", details: '' }] },
    });
  });
});

describe('catalog', () => {
  it('answers 403 without a token, for an unknown token and for an expired token', async () => {
    const { clock, catalog, call } = await sandbox();
    const statusWith = (token?: string) => status(catalog.get(call({ token }), 'B0TEST0001'));
    expect([await statusWith(undefined), await statusWith('Atza|made-up')]).toEqual([403, 403]);
    const { token } = call();
    clock.now += 3_599_999;
    expect(await statusWith(token)).toBe(200);
    clock.now += 1;
    expect(await statusWith(token)).toBe(403);
  });

  it('answers 403 for a marketplace of another region', async () => {
    const { catalog, call } = await sandbox();
    expect(await status(catalog.search(call({ region: 'eu' }, 'B0TEST0001')))).toBe(403);
  });

  it('enforces a quota for each operation and region, and counts the calls', async () => {
    const { clock, quota, catalog, call, search } = await sandbox('on');
    const japan = call({ region: 'fe' }, 'B0TEST0001');
    japan.query = { ...japan.query, marketplaceIds: 'A1VC38T7YXB528' };
    const seen = [await status(search('B0TEST0001')), await status(search('B0TEST0001'))];
    seen.push(await status(search('B0TEST0001')));
    seen.push(await status(catalog.get(call(), 'B0TEST0001')), await status(catalog.search(japan)));
    clock.now += 500;
    seen.push(await status(search('B0TEST0001')));
    expect(seen).toEqual([200, 200, 429, 200, 200, 200]);
    expect(quota.counters()).toEqual({
      calls: 6,
      throttled: 1,
      byOperation: {
        searchCatalogItems: { calls: 5, throttled: 1 },
        getCatalogItem: { calls: 1, throttled: 0 },
      },
    });
  });
});

describe('token endpoint', () => {
  it.each([
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'wrong' }, 401, 'invalid_client'],
    [{ refresh_token: 'wrong' }, 400, 'invalid_grant'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ grant_type: undefined }, 400, 'invalid_request'],
  ])('refuses a request with %j', async (changes, code, error) => {
    const { tokens } = await sandbox();
    expect(() => tokens.issue({ ...form, ...changes })).toThrow(
      expect.objectContaining({ status: code, body: expect.objectContaining({ error }) as object }) as Error,
    );
  });
});
