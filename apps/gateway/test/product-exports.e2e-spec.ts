// Exports of products over real HTTP, with a double of the catalogue that has as many pages as a test wants.
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { readXlsx } from 'hucre/xlsx';
import {
  AppError,
  CHANGED,
  countProducts,
  getMembership,
  listProducts,
  membershipsChanged,
  REVOKED,
  sessionsRevoked,
  type Product,
  type ProductFilters,
} from '#contracts';
import { newId } from '#platform/context';
import { Bus } from '#platform/messaging';
import { until } from '#testing/until';
import { exampleProducts } from '../src/openapi/examples/examples.ts';
import { errorOf, PRODUCTS, startGateway, type GatewayEnvironment } from './gateway-environment.ts';

const [example] = exampleProducts.products as [Product];
const TITLES = [
  '手工橡木砧板',
  'طاولة بلوط',
  'Oak 🪵 "board", large',
  '=HYPERLINK("http://evil.example")',
  "'=1",
];
const EXPORT = `${PRODUCTS}/export`;

let gateway: GatewayEnvironment;
/** Pages asked for, with their filters. */
let asked: (ProductFilters & { limit: number })[] = [];
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());
beforeEach(() => servePages(3));

/** Lets the catalogue have this number of pages, each of as many products as titles. */
async function servePages(
  count: number,
  { bytes = 0, failsAt = Infinity, emptyUpTo = 0 } = {},
): Promise<void> {
  asked = [];
  await gateway.owners.on(listProducts, ({ nextToken = '0', actor: _, ...input }) => {
    asked.push(input);
    const page = Number(nextToken) + 1;
    if (page >= failsAt) return new AppError('NotFound');
    const products = (page > emptyUpTo ? TITLES : []).map((title) => ({
      ...example,
      title,
      description: `Page ${page}${'.'.repeat(bytes)}`,
      tags: ['a|b', 'c\\d'],
    }));
    return JSON.stringify({ products, ...(page < count ? { nextToken: String(page) } : {}) });
  });
}

/** Account, workspace and session of a token. */
type Ids = Record<'sub' | 'wid' | 'sid', string>;

/** Opens an export without reading it. */
async function open(query: string, token = gateway.token, origin = gateway.origin): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const sent = request(`${origin}${EXPORT}?${query}`, { headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

describe('an export', () => {
  it('is CSV that a spreadsheet reads right, with no formula in it', async () => {
    const response = await gateway.call(
      `${EXPORT}?format=csv&brand=Example&q=oak&updatedSince=5&edited=false`,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="products.csv"');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString().split('\r\n');
    expect(lines).toHaveLength(1 + 3 * TITLES.length + 1);
    expect(lines[0]).toMatch(/^\uFEFFid,genre,asin,marketplace,title,brand,.*,createdAt,updatedAt$/);
    expect(lines[1]).toContain(',"B07Y33KYXZ","US","手工橡木砧板","Example Home",');
    expect(lines[2]).toContain(',"طاولة بلوط",');
    expect(lines[3]).toContain(',"Oak 🪵 ""board"", large",');
    expect(lines[4]).toContain(`,"'=HYPERLINK(""http://evil.example"")",`);
    expect(lines[5]).toContain(`,"''=1",`);
    expect(lines[1]).toContain('a\\|b|c\\\\d');
    expect(asked).toEqual(
      Array(3).fill({ brand: 'Example', q: 'oak', updatedSince: 5, edited: false, limit: 100 }),
    );
  });

  it('is JSON lines of the products as they are', async () => {
    const response = await gateway.call(`${EXPORT}?format=jsonl`);
    expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
    const products = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Product);
    expect(products.map(({ title }) => title)).toEqual([...TITLES, ...TITLES, ...TITLES]);
    expect(products[0]).toEqual({
      ...example,
      title: TITLES[0],
      description: 'Page 1',
      tags: ['a|b', 'c\\d'],
    });
  });

  it.each(['csv', 'jsonl'])('as %s goes on over pages without products', async (format) => {
    await servePages(52, { emptyUpTo: 50, bytes: 10_000 });
    const response = await gateway.call(`${EXPORT}?format=${format}`);
    expect((await response.text()).match(/Page 5[12]/g)).toHaveLength(2 * TITLES.length);
  });

  it('is a spreadsheet whose texts are texts', async () => {
    const response = await gateway.call(`${EXPORT}?format=xlsx`);
    const { sheets } = await readXlsx(Buffer.from(await response.arrayBuffer()));
    const rows = sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(1 + 3 * TITLES.length);
    expect(rows[0]?.slice(0, 5)).toEqual(['id', 'genre', 'asin', 'marketplace', 'title']);
    expect(rows.slice(1, 6).map((row) => row[4])).toEqual(TITLES);
    expect(rows[1]?.at(-1)).toBe(example.updatedAt);
  });

  it('is no spreadsheet of more than 50,000 products', async () => {
    const limits: number[] = [];
    await gateway.owners.on(countProducts, ({ upTo }) => {
      limits.push(upTo);
      return { count: upTo, exact: false };
    });
    const error = await errorOf(await gateway.call(`${EXPORT}?format=xlsx`));
    expect(error).toMatchObject({ code: 'InvalidArgument', target: 'format' });
    expect(error.message).toContain('50000');
    expect(limits).toEqual([50_000]);
  });

  it.each([
    ['', 'format'],
    ['format=xml', 'format'],
    ['format=csv&updatedSince=yesterday', 'updatedSince'],
    ['format=csv&q=%20!', 'q'],
    ['format=csv&edited=yes', 'edited'],
    ['format=csv&marketplace=XX', 'marketplace'],
    ['format=csv&limit=5', 'limit'],
  ])('of %j is refused with 400 and the target %s', async (query, target) => {
    const response = await gateway.call(`${EXPORT}?${query}`);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: 'InvalidArgument', target });
  });

  it('is answered with the error of its first page', async () => {
    await gateway.owners.off(listProducts);
    expect((await errorOf(await gateway.call(`${EXPORT}?format=csv`))).code).toBe('Unavailable');
  });

  it('has headers only for HEAD, for which one page is read', async () => {
    const response = await gateway.call(`${EXPORT}?format=csv`, { method: 'HEAD' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(asked).toHaveLength(1);
  });

  it('breaks off without an end when a page fails', async () => {
    await servePages(100, { bytes: 100_000, failsAt: 20 });
    const response = await gateway.call(`${EXPORT}?format=csv`);
    await expect(response.text()).rejects.toThrow();
  });

  it.each<[string, (ids: Ids) => unknown]>([
    [
      'the session is revoked',
      ({ sid }) => gateway.owners.notify(sessionsRevoked, REVOKED, { sessionIds: [sid] }),
    ],
    [
      'the membership ends',
      async ({ sub: accountId, wid: workspaceId }) => {
        await gateway.owners.on(getMembership, (one) =>
          one.accountId === accountId ? {} : { role: 'owner' as const },
        );
        gateway.owners.notify(membershipsChanged, CHANGED, { memberships: [{ accountId, workspaceId }] });
      },
    ],
  ])('reads no further than its client does, and ends when %s', async (_end, end) => {
    await servePages(1000, { bytes: 100_000 });
    const ids = { sub: newId(), wid: newId(), sid: newId() };
    const response = await open('format=csv', await gateway.signer.token(ids));
    let pages = -1;
    await until('no more pages are read', () => pages === (pages = asked.length), { everyMs: 500 });
    expect(pages).toBeLessThan(40);
    await end(ids);
    await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
    expect(asked.length).toBeLessThan(100);
  });

  it('goes on after the time of its request is over, when the membership must be read again and auth is away at first', async () => {
    await servePages(60, { bytes: 100_000 });
    const copy = await gateway.openCopy({ ANSWER_TIMEOUT_MS: 500 });
    const ids = { sub: newId(), wid: newId(), sid: newId() };
    const response = await open('format=csv', await gateway.signer.token(ids), await copy.getUrl());
    let pages = -1;
    await until('no more pages are read', () => pages === (pages = asked.length), { everyMs: 500 });
    let readings = 0;
    await gateway.owners.on(getMembership, () => {
      readings += 1;
      return readings === 1 ? new AppError('Unavailable') : { role: 'owner' as const };
    });
    const told = Promise.withResolvers<unknown>();
    copy.get(Bus, { strict: false }).onNotification(membershipsChanged, CHANGED, told.resolve);
    const memberships = [{ accountId: ids.sub, workspaceId: ids.wid }];
    gateway.owners.notify(membershipsChanged, CHANGED, { memberships });
    await told.promise;
    await once(response.resume(), 'end');
    expect([asked.length, readings]).toEqual([60, 2]);
  });

  it('leaves places for the exports of others', async () => {
    await servePages(1000, { bytes: 100_000 });
    const exports = await Promise.all(Array.from({ length: 4 }, () => open('format=jsonl')));
    const refused = await gateway.call(`${EXPORT}?format=csv`);
    expect(refused.status).toBe(429);
    expect((await errorOf(refused)).code).toBe('TooManyRequests');
    const other = await open('format=csv', await gateway.signer.token({ sub: newId() }));
    expect(other.statusCode).toBe(200);
    for (const response of [...exports, other]) response.destroy();
    await servePages(1);
    await until('a place is free', async () => (await gateway.call(`${EXPORT}?format=csv`)).status === 200);
  });
});
