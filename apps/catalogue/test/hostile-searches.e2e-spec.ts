// Searches that are made to be slow: they read a bounded number of rows, and only their own tenant waits for them.
import { Client } from 'pg';
import {
  chooseProducts,
  countProducts,
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  type Actor,
  type ProductCount,
  type ProductFilters,
  type ProductList,
} from '#contracts';
import { plansOf, rowsRead, type Plan } from '#testing/plans';
import { until } from '#testing/until';
import { ProductWordsService } from '../src/products/product-words.service.ts';
import { aProduct, someone, sql, startCatalogue, type Catalogue } from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
});
afterAll(() => catalogue?.close());

const list = (actor: Actor, filters: ProductFilters = {}): Promise<ProductList> =>
  catalogue.gateway.request(listProducts, { actor, limit: 10, ...filters });

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** SQL for a word of so many letters, another one for each n. */
const letters = (length: number, from = 0): string =>
  `left(translate(md5((n + ${from})::text), '0123456789', 'ghijklmnop'), ${length})`;

/** Adds so many known words of six letters that end in aa. */
const addWords = ({ workspaceId }: Actor, count: number) =>
  sql(
    catalogue,
    `INSERT INTO product_word (workspace_id, word)
     SELECT $1, ${letters(4)} || 'aa' FROM generate_series(1, $2::int) AS n ON CONFLICT DO NOTHING`,
    [workspaceId, count],
  );

it('a search looks at a bounded number of known words, however many resemble its own', async () => {
  const actor = someone();
  await addWords(actor, 5000); // eight words like all of these would be 40,000 rows
  await sql(catalogue, 'ANALYZE product_word');
  const words = Array.from(
    { length: 33 },
    (_, n) => `q${String.fromCharCode(97 + (n % 26))}${n > 25 ? 'x' : 'y'}aa`,
  );
  const plans = await plansOf(catalogue.servers.database.appUrl, /product_word/, () =>
    list(actor, { q: words.join(' ') }),
  );
  expect(plans).toHaveLength(1);
  // Eight words, from both ends, for three lengths; and as many are sorted out then.
  expect(rowsRead(plans[0]!)).toBeLessThanOrEqual(8 * 2 * 3 * 300 + 100);
});

it('two searches of a workspace run at once, a few wait, and others are refused; reads do not wait for them', async () => {
  const actor = someone();
  const other = someone();
  const { product } = await catalogue.gateway.request(createProduct, {
    actor: other,
    body: { title: 'Board' },
  });
  const holder = new Client({ connectionString: catalogue.servers.postgres.superuserUrl('catalogue') });
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE product_word IN ACCESS EXCLUSIVE MODE');
    const outcome = (answer: Promise<unknown>) =>
      answer.then(
        () => 'answered',
        (error: { code: string }) => error.code,
      );
    const searches = Array.from({ length: 14 }, () => outcome(list(actor, { q: 'board' })));
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%product_word%'`;
    await until('searches wait', async () => (await sql(catalogue, waits)).length > 0);
    expect((await sql(catalogue, waits)).length).toBeLessThanOrEqual(2);
    expect(await catalogue.gateway.request(getProduct, { actor: other, id: product.id })).toEqual(product);
    expect((await list(other)).products).toHaveLength(1);
    expect((await list(actor)).products).toHaveLength(0);
    const outcomes = await Promise.all(searches);
    expect(outcomes.filter((one) => one === 'TooManyRequests').length).toBeGreaterThanOrEqual(4);
    expect(outcomes).not.toContain('answered');
  } finally {
    await holder.end();
  }
  expect((await list(other, { q: 'baord' })).products).toHaveLength(1);
});

it('a workspace has a bounded number of known words, and those of products that are gone are forgotten', async () => {
  const full = someone();
  const actor = someone();
  const known = async ({ workspaceId }: Actor): Promise<number> =>
    (await sql(catalogue, 'SELECT FROM product_word WHERE workspace_id = $1', [workspaceId])).length;
  const addProducts = (owner: Actor, words: number, products: number) =>
    sql(
      catalogue,
      `INSERT INTO product (workspace_id, id, genre, content, content_hash)
       SELECT $1, gen_random_uuid(), 'Custom', json_build_object('brand', '', 'title', string_agg(${letters(12)}, ' ')), ''
       FROM generate_series(1, $2::int) AS n GROUP BY n % $3::int`,
      [owner.workspaceId, words, products],
    );
  await sql(
    catalogue,
    `INSERT INTO product_word (workspace_id, word) SELECT $1, ${letters(14)} FROM generate_series(1, 49500) AS n`,
    [full.workspaceId],
  );
  await addProducts(full, 1000, 4);
  expect(await known(full)).toBe(50_000);
  await catalogue.gateway.request(createProduct, { actor: full, body: { title: 'Larkspur' } });
  expect(await known(full)).toBe(50_000);
  expect((await list(full, { q: 'larks' })).products).toHaveLength(1);
  await addProducts(actor, 19_000, 190);
  // As in a table of ten million rows, which Postgres would rather read from its beginning for one product with a word.
  await sql(
    catalogue,
    `ANALYZE product, product_word; UPDATE pg_class SET reltuples = 10000000 WHERE relname = 'product'`,
  );
  const words = catalogue.app.get(ProductWordsService, { strict: false });
  const [plan] = await plansOf(catalogue.servers.database.systemUrl, /forgotten/, () => words.forgetUnused());
  expect(rowsRead(plan!)).toBeLessThanOrEqual(5 * 2000); // no product is looked at but by its words
  await sql(catalogue, 'DELETE FROM product_word WHERE workspace_id <> $1', [actor.workspaceId]); // for fewer rounds
  const kept = await catalogue.gateway.request(createProduct, { actor, body: { title: 'Board' } });
  await sql(catalogue, 'UPDATE product SET deleted_at = now() WHERE workspace_id = $1 AND id <> $2', [
    actor.workspaceId,
    kept.product.id,
  ]);
  await until('the others are forgotten', async () => {
    await words.forgetUnused();
    return (await known(actor)) === 1;
  });
  expect((await list(actor, { q: 'baord' })).products).toHaveLength(1);
  await catalogue.gateway.request(deleteProduct, { actor, id: kept.product.id });
});

it('a search for what very many products have, but not the newest, neither reads nor sorts all of them', async () => {
  const actor = someone();
  await sql(
    catalogue,
    `INSERT INTO product (workspace_id, id, genre, content, content_hash, created_at)
     SELECT $1, gen_random_uuid(), 'Custom', replace($2, 'A title', CASE WHEN n <= 300 THEN 'Shoe' WHEN n <= 20400 THEN 'Board ' || n ELSE 'Ladder ' || n END)::json, '',
       now() - n * interval '1 s' FROM generate_series(1, 22000) AS n`,
    [actor.workspaceId, JSON.stringify(aProduct('A title'))],
  );
  const titles = (of: ProductList | undefined) => of?.products.map(({ title }) => title);
  const named = (word: string, from: number) => Array.from({ length: 10 }, (_, n) => `${word} ${from + n}`);
  /** A page, with how many products the index finds for each of its statements, and which of these sort any. */
  const search = async (q: string, nextToken?: string) => {
    let page: ProductList | undefined;
    const plans = await plansOf(catalogue.servers.database.appUrl, /FROM searchable_product/, async () => {
      page = await catalogue.gateway.request(listProducts, { actor, limit: 10, q, nextToken });
    });
    const rowsOf = (plan: Plan, type: string): number =>
      nodesOf(plan).reduce((sum, node) => sum + (node['Node Type'] === type ? node['Actual Rows'] : 0), 0);
    const found = plans.map((plan) => rowsOf(plan, 'Bitmap Heap Scan'));
    return { page, found, sorts: plans.map((plan) => rowsOf(plan, 'Sort') > 0) };
  };
  const boards = await search('board');
  expect([titles(boards.page), boards.found, boards.sorts]).toEqual([named('Board', 301), [1001], [false]]);
  expect(titles((await search('board', boards.page?.nextToken)).page)).toEqual(named('Board', 311));
  // None of them is among the 20,000 newest, so all are sorted after all.
  const ladders = await search('ladder');
  expect([titles(ladders.page), ladders.found]).toEqual([named('Ladder', 20_401), [1001, 1600]]);
});

it('a search for a frequent word and a rare one asks the index for the rare one only', async () => {
  const actor = someone();
  await sql(
    catalogue,
    `INSERT INTO product (workspace_id, id, genre, asin, marketplace, content, content_hash, created_at, updated_at)
     SELECT $1, gen_random_uuid(), genre, CASE genre WHEN 'Retailer' THEN 'B' || n END, CASE genre WHEN 'Retailer' THEN 'US' END,
       replace($2, 'A title', CASE n WHEN 19000 THEN 'Larkspur shoe' WHEN 19001 THEN 'Larkspur boot' ELSE word || ' ' || n END)::json,
       '', now() - n * interval '1 s', CASE WHEN n <= 300 THEN '2020-01-01' ELSE now() END
     FROM generate_series(1, 20400) AS n CROSS JOIN LATERAL (
       SELECT CASE WHEN n <= 300 THEN 'Retailer' ELSE 'Custom' END AS genre, CASE WHEN n <= 300 THEN 'Shoe' ELSE 'Boot' END AS word
     ) AS kind`,
    [actor.workspaceId, JSON.stringify(aProduct('A title'))],
  );
  /** Titles of what is found, and how many the index finds in each statement. */
  const search = async (filters: ProductFilters) => {
    let page: ProductList | undefined;
    let count: ProductCount | undefined;
    const plans = await plansOf(catalogue.servers.database.appUrl, /FROM searchable_product/, async () => {
      page = await list(actor, filters);
      count = await catalogue.gateway.request(countProducts, { actor, upTo: 100, ...filters });
    });
    const found = plans.flatMap(nodesOf).filter((node) => node['Index Name'] === 'product_search');
    expect(count).toEqual({ count: 1, exact: true });
    return {
      titles: page?.products.map(({ title }) => title),
      found: found.map((node) => node['Actual Rows']),
    };
  };
  const titles = ['Larkspur shoe'];
  // Which of those of the rare word are shoes, for the page and for the count; and, for the count, whether these are all.
  expect(await search({ q: 'shoe larkspur' })).toEqual({ titles, found: [2, 2, 2] });
  // The newest ones are all shoes and none is a custom product. That tells nothing: most of the others are. So both are asked
  // for in the end, for the page after the newest ones were looked through.
  const most = 20_100;
  expect(await search({ q: 'shoe', genre: 'Custom' })).toEqual({
    titles,
    found: [most, most, 1, most, most, 1],
  });
  // Very many have changed, but not the newest: these are looked through in parts.
  const changed = await list(actor, { updatedSince: Math.floor(Date.now() / 1000) - 3600 });
  expect(changed.products.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Boot ${301 + n}`),
  );
  // A choice of all goes through them in parts.
  const choice = {
    workspaceId: actor.workspaceId,
    from: { filter: {} },
    notEditedByPerson: [],
    most: 20_300,
  };
  const { ids } = await catalogue.generations.request(chooseProducts, choice);
  const newest = 'SELECT id FROM product WHERE workspace_id = $1 ORDER BY created_at DESC LIMIT 20300';
  expect(ids).toEqual(
    (await sql<{ id: string }>(catalogue, newest, [actor.workspaceId])).map(({ id }) => id),
  );
});

it('a title in letters of full width and of half width is found by plain ones, however long it is', async () => {
  const actor = someone();
  const title = 'ＦＥＮＷＩＣＫ　ＣＵＴＴＩＮＧ　ＢＯＡＲＤ　ＯＡＫ　ＬＡＲＧＥ　ｶｯﾃｨﾝｸﾞﾎﾞｰﾄﾞ';
  const { product } = await catalogue.gateway.request(createProduct, { actor, body: { title } });
  for (const q of ['fenwick', 'ＬＡＲＧＥ', 'カッティング'])
    expect((await list(actor, { q })).products.map(({ id }) => id)).toEqual([product.id]);
});

it('a text with many marks at once is not normalised, because Postgres would hold a core for minutes over it', async () => {
  const actor = someone();
  /** A letter with marks, which NFKC would sort the other way round and make one letter with the first of them. */
  const marked = (marks: number): string => `a${'\u0301'.repeat(marks)}${'\u0316'.repeat(marks)}`;
  const brand = marked(1000);
  const { product } = await catalogue.gateway.request(createProduct, {
    actor,
    body: { title: `${marked(1900)} cafe\u0301`, brand, keywords: [`x${marked(20)}`], tags: [brand] },
  });
  for (const filters of [
    { brand: brand.slice(0, 200) },
    { tag: brand.slice(0, 200) },
    { q: 'a cafe' },
    { q: marked(90) },
  ])
    expect((await list(actor, filters)).products.map(({ id }) => id)).toEqual([product.id]);
  const [found] = await sql<object>(
    catalogue,
    'SELECT search_words($1) AS many, search_words($2) AS some, search_key($3) AS key, search_key($4) AS short',
    [marked(2000), marked(2), brand, `  Cafe\u0301 ${marked(2)}`],
  );
  expect(found).toEqual({
    many: ['a'],
    some: ['á'],
    key: brand.slice(0, 200),
    short: 'café á\u0316\u0316\u0301'.normalize('NFKC'),
  });
});

it('words of scripts without spaces are normalised, however long the text is', async () => {
  const [found] = await sql<{ thai: string[]; han: string[]; latin: string[] }>(
    catalogue,
    'SELECT search_words($1) AS thai, search_words($2) AS han, search_words($3) AS latin',
    ['น้ำ'.repeat(40), '木ｷ'.repeat(40), 'ﬁné'.repeat(40)],
  );
  expect(found?.thai).toContain('น');
  expect(found?.thai.join('')).not.toContain('\u0E33');
  expect(found?.han.toSorted()).toEqual(['キ', 'キ木', '木キ']);
  expect(found?.latin).toEqual(['finé'.repeat(10)]);
});

it('a count looks at a bounded number of products for those without a text', async () => {
  const actor = someone();
  const { workspaceId } = actor;
  const filters = { texts: 'missing', applicationId: 'product-title' } as const;
  await sql(
    catalogue,
    `WITH made AS (
       INSERT INTO product (workspace_id, id, genre, content, content_hash, created_at)
       SELECT $1, gen_random_uuid(), 'Custom', '{"title":"Board"}', '', now() - n * interval '1 s' FROM generate_series(1, 10500) AS n
       RETURNING workspace_id, id, created_at
     )
     INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
     SELECT workspace_id, id, 'product-title', 'ACCEPTED', id, 1, created_at FROM made`,
    [workspaceId],
  );
  const count = (upTo: number) => catalogue.gateway.request(countProducts, { actor, upTo, ...filters });
  // At least 10,000, and 20 for each that it may count.
  expect(await count(10)).toEqual({ count: 0, exact: false });
  expect(await count(1000)).toEqual({ count: 0, exact: true });
});
