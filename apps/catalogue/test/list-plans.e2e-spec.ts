// Reads the plans of all list statements on skewed tables: a page reads its own rows and one more, whatever Postgres
// knows or believes about the table.
import {
  countProducts,
  listImports,
  listImportStatistics,
  listProducts,
  type Actor,
  type ImportFilters,
  type ProductFilters,
  type ProductGenre,
  type ProductList,
} from '#contracts';
import { newId } from '#platform/context';
import { blocksRead, plansOf, rowsRead } from '#testing/plans';
import { sized } from '#testing/size';
import { aProduct, removeImports, someone, sql, startCatalogue, type Catalogue } from './catalogue.ts';

/** Rows of a large workspace. A walk through so many is told from a page of a few, in each plan. */
const MANY = sized(4500, 30_000);

let catalogue: Catalogue;
let databaseUrl: string;
beforeAll(async () => {
  catalogue = await startCatalogue();
  databaseUrl = catalogue.servers.database.appUrl;
});
afterAll(() => catalogue?.close());

/** Adds `count` products to each workspace, of all workspaces in turn. */
async function add(genre: ProductGenre, count: number, ...actors: Actor[]): Promise<void> {
  await sql(
    catalogue,
    `INSERT INTO product (id, workspace_id, genre, marketplace, asin, content, content_hash, created_at)
     SELECT gen_random_uuid(), workspace_id, $1, CASE $1 WHEN 'Retailer' THEN 'US' END,
       CASE $1 WHEN 'Retailer' THEN 'B' || nth END, $4, '', now() - nth * interval '1 second'
     FROM generate_series(1, $2::int) AS nth, unnest($3::uuid[]) AS workspace_id`,
    [genre, count, actors.map(({ workspaceId }) => workspaceId), JSON.stringify(aProduct('A product'))],
  );
}

const analyze = (): Promise<unknown> => sql(catalogue, 'ANALYZE product');

/** Empties the table; Postgres keeps what it knows of it. */
const empty = (): Promise<unknown> => sql(catalogue, 'TRUNCATE product CASCADE');

const LIMIT = 10;

/** Rows read by each statement of the first two pages of a list. */
async function rowsReadFor(actor: Actor, filters: ProductFilters): Promise<number[]> {
  const query = { actor, limit: LIMIT, ...filters };
  const plans = await plansOf(databaseUrl, /FROM (searchable_)?product/, async () => {
    const first: ProductList = await catalogue.gateway.request(listProducts, query);
    if (first.nextToken)
      await catalogue.gateway.request(listProducts, { ...query, nextToken: first.nextToken });
  });
  return plans.map(rowsRead);
}

/** Rows read by each page of each list of a workspace. */
async function allRowsRead(actor: Actor): Promise<Record<string, number[]>> {
  const lists: Record<string, number[]> = {};
  for (const genre of [undefined, 'Custom', 'Retailer'] as const)
    lists[genre ?? 'all'] = await rowsReadFor(actor, genre ? { genre } : {});
  return lists;
}

const PAGE = LIMIT + 1;
/** Rows read by each page of a workspace with imported products only. */
const IMPORTED = { all: [PAGE, PAGE], Custom: [0], Retailer: [PAGE, PAGE] };

/** Rows read for the first page and the second one together. */
const readFor = async (actor: Actor, filters: ProductFilters): Promise<number> =>
  (await rowsReadFor(actor, filters)).reduce((sum, rows) => sum + rows, 0);
const soon = Math.floor(Date.now() / 1000) + 3600;
/** Filters that no product fulfils where there are only those of `add`, or all do. */
const NONE: ProductFilters[] = [
  { marketplace: 'DE' },
  { brand: 'rare' },
  { tag: 'rare' },
  { asin: 'B999999999' },
  { updatedSince: soon },
  { q: 'nothing' },
  { q: 'product nothing' },
  { marketplace: 'US', tag: 'rare' },
  { brand: 'Brand', genre: 'Custom' },
  { brand: 'rare', marketplace: 'US', genre: 'Retailer', q: 'product' },
  { brand: 'Brand', marketplace: 'US', genre: 'Retailer', q: 'product nothing' },
  { marketplace: 'US', updatedSince: soon },
  { edited: true },
  { marketplace: 'US', edited: true, q: 'product' },
  { texts: 'accepted', applicationId: 'product-title' },
  { texts: 'stale', applicationId: 'product-title', genre: 'Retailer', q: 'product' },
];
const ALL: ProductFilters[] = [
  { marketplace: 'US' },
  { brand: 'BRAND' },
  { updatedSince: 0 },
  { edited: false },
  { q: 'product' },
  { q: 'prodcut a' },
  { marketplace: 'US', brand: 'brand', genre: 'Retailer', updatedSince: 0, q: 'prod' },
  { texts: 'missing', applicationId: 'product-title' },
  { texts: 'missing', applicationId: 'product-title', genre: 'Retailer', q: 'prod' },
];

/** Expects that filters read what a page has, or where it has less, the newest products and what an index finds. */
async function expectBoundedFilters(actor: Actor): Promise<void> {
  for (const filters of NONE) {
    // The newest 275, and what an index finds, which is nothing.
    const [only = '', another] = Object.keys(filters);
    const isOrdered = another === undefined && ['brand', 'marketplace', 'edited'].includes(only);
    const isByState = Object.keys(filters).join() === 'texts,applicationId';
    const most = isOrdered || isByState || 'asin' in filters ? 0 : 25 * PAGE + 10;
    const rows = await readFor(actor, filters);
    expect({ filters, rows, isBounded: rows <= most }).toEqual({ filters, rows, isBounded: true });
  }
  for (const filters of ALL) {
    const rows = await readFor(actor, filters);
    expect({ filters, rows, isBounded: rows <= 2 * PAGE + 10 }).toEqual({ filters, rows, isBounded: true });
  }
}

describe('where one workspace has all products of the table, which are imported ones', () => {
  const big = someone();
  beforeAll(async () => {
    await empty();
    await add('Retailer', MANY, big);
  });

  // In this order, because each test leaves the table and what Postgres knows of it to the next one.
  it('lists and filters of products that Postgres knows', async () => {
    await analyze();
    expect(await allRowsRead(big)).toEqual(IMPORTED);
    await expectBoundedFilters(big);
  });

  it('counts of what most products have, which look at little more than they may count', async () => {
    const upTo = 1000;
    const frequent: ProductFilters[] = [
      { q: 'prod' },
      { edited: false },
      { marketplace: 'US', edited: false, q: 'product' },
    ];
    for (const filters of frequent) {
      const plans = await plansOf(databaseUrl, /FROM (searchable_)?product/, async () => {
        const count = await catalogue.gateway.request(countProducts, { actor: big, upTo, ...filters });
        expect(count).toEqual({ count: upTo, exact: false });
      });
      const rows = plans.map(rowsRead).reduce((sum, one) => sum + one, 0);
      expect({ filters, rows, isBounded: rows <= 250 + upTo + 10 }).toEqual({
        filters,
        rows,
        isBounded: true,
      });
    }
  });

  it('a filter that one of the newest products fulfils and hardly another', async () => {
    const rare = JSON.stringify(aProduct('Larkspur'));
    const both = ['B7', `B${MANY - 1}`];
    await sql(catalogue, 'UPDATE product SET content = $1 WHERE asin = ANY ($2)', [rare, both]);
    expect(await readFor(big, { q: 'larkspur' })).toBeLessThanOrEqual((25 + 100) * PAGE + 10);
  });

  it('lists of a workspace that has deleted almost all of its products', async () => {
    const kept = Array.from({ length: 10 }, (_, n) => `B${MANY / 4 + n}`);
    await sql(catalogue, 'UPDATE product SET deleted_at = now() WHERE asin <> ALL ($1)', [kept]);
    const expected = { all: [10], Custom: [0], Retailer: [10] };
    expect(await allRowsRead(big)).toEqual(expected);
    await analyze();
    expect(await allRowsRead(big)).toEqual(expected);
  });

  it('filters of products that have been imported since Postgres looked at the table', async () => {
    await empty();
    await add('Retailer', MANY, big);
    await expectBoundedFilters(big);
  });

  it('filters by texts, of which few products have one or all but few', async () => {
    await add('Retailer', MANY / 10, someone(), someone());
    const oldest = (count: number, offset = 0) => `
      INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
      SELECT workspace_id, id, 'product-title', 'ACCEPTED', id, 1, created_at FROM product
      WHERE workspace_id = '${big.workspaceId}' ORDER BY created_at OFFSET ${offset} LIMIT ${count}`;
    await sql(catalogue, oldest(40));
    const accepted: ProductFilters = { texts: 'accepted', applicationId: 'product-title' };
    const walked = 2 * 11 * 25; // of each page the newest ones
    expect(await readFor(big, accepted)).toBeLessThanOrEqual(walked + 6 * PAGE);
    expect(await readFor(big, { ...accepted, genre: 'Retailer' })).toBeLessThanOrEqual(walked + 200);
    await analyze(); // or the foreign key of each row is looked up in the whole table
    await sql(catalogue, oldest(MANY - 80, 40));
    await analyze();
    const missing: ProductFilters = { texts: 'missing', applicationId: 'product-title' };
    expect(await readFor(big, accepted)).toBeLessThanOrEqual(12 * PAGE);
    expect(await readFor(big, missing)).toBeLessThanOrEqual(12 * PAGE);
  });
});

it('lists of a workspace without custom products, where all others have nothing else', async () => {
  const big = someone();
  const other = someone();
  await empty();
  await add('Retailer', MANY, big);
  await add('Custom', MANY / 50, ...Array.from({ length: 50 }, someone));
  await add('Custom', 5, other);
  expect(await allRowsRead(big)).toEqual(IMPORTED);
  await analyze();
  expect(await allRowsRead(big)).toEqual(IMPORTED);
  expect(await allRowsRead(other)).toEqual({ all: [5], Custom: [5], Retailer: [0] });
});

it('lists and filters of a large import into a table of which Postgres knows custom products of small workspaces only', async () => {
  const big = someone();
  await empty();
  await add('Custom', 1, ...Array.from({ length: MANY / 3 }, someone));
  await analyze();
  await add('Retailer', MANY, big);
  expect(await allRowsRead(big)).toEqual(IMPORTED);
  await expectBoundedFilters(big);
});

it('lists of a few large workspaces whose products were imported by turns', async () => {
  const actors = Array.from({ length: 4 }, someone);
  await empty();
  await add('Retailer', MANY / 3, ...actors);
  await add('Custom', 20, ...actors);
  await analyze();
  for (const actor of actors.slice(0, 2))
    expect(await allRowsRead(actor)).toEqual({
      all: [PAGE, PAGE],
      Custom: [PAGE, PAGE - 1],
      Retailer: [PAGE, PAGE],
    });
});

it('lists of imports by status and time, which read no further than the times reach', async () => {
  const big = someone();
  await sql(
    catalogue,
    `INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, created_at, completed_at, success, failure)
     SELECT $1, ('${newId().slice(0, 24)}' || lpad(to_hex(nth), 12, '0'))::uuid, $1, 'US',
       CASE nth % 2 WHEN 0 THEN 'PARTIAL' ELSE 'COMPLETED' END, now(), now() - nth * interval '1 s', now(), 1, 0
     FROM generate_series(1, 20000) AS nth`,
    [big.workspaceId],
  );
  await sql(catalogue, 'ANALYZE import');
  const now = Math.floor(Date.now() / 1000);
  const expected: [ImportFilters, number][] = [
    [{ createdAfter: now + 3600 }, 0],
    [{ createdBefore: now - 100_000 }, 0],
    [{ status: ['PARTIAL'], createdAfter: now + 3600 }, 0],
    [{ status: ['PARTIAL', 'FAILED'], createdAfter: now - 15_005, createdBefore: now - 15_000 }, 2 * 3],
  ];
  for (const [filters, most] of expected) {
    const plans = await plansOf(databaseUrl, /"cursorId".*FROM import\b/s, () =>
      catalogue.gateway.request(listImports, { actor: big, limit: LIMIT, ...filters }),
    );
    expect(plans).toHaveLength(1);
    const rows = rowsRead(plans[0]!);
    const blocks = blocksRead(plans[0]!);
    // A place in the index of each month for each status is found in a few blocks; a walk reads hundreds. Rows of a loop are
    // told as a rounded average.
    expect({ filters, rows, blocks, isBounded: rows <= most && blocks <= 50 }).toEqual({
      filters,
      rows,
      blocks,
      isBounded: true,
    });
  }
  await removeImports(catalogue);
});

it('statistics read the sums of their days, or of their hours', async () => {
  const [big, ...others] = [someone(), someone(), someone()];
  await sql(
    catalogue,
    `INSERT INTO import_statistic (workspace_id, hours, hour, outcome, items)
     SELECT workspace_id, hours, hour, outcome, hours
     FROM unnest($1::uuid[]) AS workspace_id, unnest('{1,24}'::int[]) AS hours, generate_series(0, 4799, hours) AS hour,
       unnest('{success,NotFound}'::text[]) AS outcome`,
    [[big, ...others].map(({ workspaceId }) => workspaceId)],
  );
  await sql(catalogue, 'ANALYZE import_statistic');
  const found: number[] = [];
  const rowsOf = async (interval: 'day' | 'hour'): Promise<number[]> => {
    const input = { actor: big, from: 3600 * 240, to: 3600 * 288, interval, byErrorCode: false } as const;
    const plans = await plansOf(databaseUrl, /FROM import_statistic/, async () => {
      const { points } = await catalogue.gateway.request(listImportStatistics, input);
      found.splice(0, Infinity, ...points.map(({ success }) => success));
    });
    return plans.map(rowsRead);
  };
  expect(await rowsOf('day')).toEqual([2 * 2]);
  expect(found).toEqual([24, 24]);
  expect(await rowsOf('hour')).toEqual([48 * 2]);
  expect(found).toEqual(Array(48).fill(1));
});
