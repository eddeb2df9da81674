// Measures lists of 1,000,000 products by each filter against the list without one, and an export of all of them.
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { Environment, Person } from '#testing/environment';
import { HttpClient } from '#testing/http';
import { percentile } from '#testing/statistics';
import type { Comparison } from './report.ts';
import type { BenchEnvironment } from './bench-environment.ts';

const PRODUCTS = 1_000_000;
/** Requests of a median, after as many that are not counted. */
const REQUESTS = 100;

/** Filters by what they choose. Numbers in a title, a brand and a tag repeat, so that they say how many products have them. */
const FILTERS = {
  'marketplace, 95 %': 'marketplace=US',
  'marketplace, none': 'marketplace=JP',
  'genre, 0.1 %': 'genre=Custom',
  'brand, 1 %': 'brand=brand%207',
  'brand, none': 'brand=nobody',
  'tag, all': 'tag=home',
  'tag, 0.5 %': 'tag=shelf%20150',
  'tag, 0.01 %': 'tag=corner%205000',
  asin: 'asin=B000777777',
  'updatedSince, 0.05 %': `updatedSince=${Math.floor(Date.now() / 1000) - 3600}`,
  'updatedSince, all': 'updatedSince=1',
  'edited, 0.1 %': 'edited=true',
  'not edited, 99.9 %': 'edited=false',
  'q, a word of all': 'q=product',
  'q, a word of 1 %': 'q=medium42',
  'q, a word of 0.1 %': 'q=seldom420',
  'q, a rare word': `q=${letters(33_333)}`,
  'q, the beginning of a word': 'q=larks',
  'q, a word with a typo': 'q=lakspur',
  'q, a rare word with a typo': `q=${letters(44_444).slice(0, -1)}`,
  'q, two words': 'q=product%20medium42',
  'q, Chinese': 'q=%E6%A9%A1%E6%9C%A8',
  'q, none': 'q=nothing',
  'texts, pending, 50 %': 'texts=pending&applicationId=product-title',
  'texts, accepted, 40 %': 'texts=accepted&applicationId=product-title',
  'texts, stale, 9.9 %': 'texts=stale&applicationId=product-title',
  'texts, missing, the oldest 0.1 %': 'texts=missing&applicationId=product-title',
  'texts, pending, 0.1 %': 'texts=pending&applicationId=bullet-points',
  'texts, accepted, none': 'texts=accepted&applicationId=bullet-points',
  'texts, missing, 99.9 %': 'texts=missing&applicationId=bullet-points',
  'texts, missing, of a marketplace': 'texts=missing&applicationId=product-title&marketplace=DE',
  'tag, brand and q': 'tag=home&brand=brand%207&q=product',
  'marketplace, updatedSince and q': 'marketplace=DE&updatedSince=1&q=medium42',
};

/** A word for a number, the same in Postgres: its products are one in 50,000. */
function letters(n: number): string {
  const hash = createHash('md5').update(String(n)).digest('hex').slice(0, 8);
  return hash.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
const LETTERS = `translate(left(md5((i % 50000)::text), 8), '0123456789', 'ghijklmnop')`;

/** Measures the lists, and an export, of which a line tells. */
export async function benchProductLists({
  environment,
}: BenchEnvironment): Promise<{ comparisons: Comparison[]; line: string }> {
  const [person] = await environment.addPeople('lists');
  await fill(environment.servers.postgres.superuserUrl('catalogue'), person.workspaceId);
  return {
    comparisons: await benchFilters(environment, person),
    line: await benchExport(environment, person),
  };
}

async function benchFilters({ baseUrl }: Environment, { token }: Person): Promise<Comparison[]> {
  const client = new HttpClient({ baseUrl, token });
  const rows: Comparison[] = [];
  for (const [what, filter] of Object.entries(FILTERS)) {
    const plain = await medianMs(client, '/products?limit=10');
    const ours = await medianMs(client, `/products?limit=10&${filter}`);
    rows.push({
      what: `list by ${what}, ms`,
      ours: ours.toFixed(1),
      plain: plain.toFixed(1),
      ratio: plain / ours,
    });
  }
  return rows;
}

/** Exports all products as CSV; tells rows per second, and by how much the gateway and the catalogue grew. */
async function benchExport(environment: Environment, { token }: Person): Promise<string> {
  const before = await environment.memory();
  const most = { ...before };
  const look = setInterval(() => {
    void environment.memory().then((now) => {
      for (const [app, size] of Object.entries(now)) most[app] = Math.max(most[app] ?? 0, size);
    });
  }, 1000);
  const started = performance.now();
  const response = await fetch(`${environment.baseUrl}/products/export?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let lines = 0;
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  }
  clearInterval(look);
  const seconds = (performance.now() - started) / 1000;
  const grown = ['gateway', 'catalogue'].map(
    (app) => `${app} ${Math.round(((most[app] ?? 0) - (before[app] ?? 0)) / 1e6)}`,
  );
  const size = `${lines} lines, ${Math.round(bytes / 1e6)} MB`;
  return `export of ${size}: ${Math.round(lines / seconds)} rows/s; memory grew, MB: ${grown.join(', ')}`;
}

/** The median time of a request, in milliseconds, one after the other. */
async function medianMs(client: HttpClient, path: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 2 * REQUESTS; i += 1) {
    const started = performance.now();
    await client.call('GET', path);
    if (i >= REQUESTS) times.push(performance.now() - started);
  }
  return percentile(times, 50);
}

/** Fills a workspace. The index of words is made afterwards, which is faster. */
async function fill(connectionString: string, workspaceId: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await fillWith(client, workspaceId);
  } finally {
    await client.end();
  }
}

async function fillWith(client: Client, workspaceId: string): Promise<void> {
  const { rows } = await client.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'product_search'`,
  );
  await client.query('DROP INDEX product_search; ALTER TABLE product DISABLE TRIGGER product_words_of_new');
  await client.query(
    `INSERT INTO product
       (id, workspace_id, genre, marketplace, asin, content, content_hash, edited_by, imported, fetched_at,
       created_at, updated_at)
     SELECT gen_random_uuid(), $1, CASE i % 1000 WHEN 0 THEN 'Custom' ELSE 'Retailer' END,
       CASE WHEN i % 1000 = 0 THEN NULL WHEN i % 20 = 1 THEN 'DE' ELSE 'US' END,
       CASE WHEN i % 1000 > 0 THEN 'B' || lpad(i::text, 9, '0') END,
       json_build_object(
         'title', 'Product ' || i || ' medium' || i % 100 || ' seldom' || i % 1000 || ' ' || ${LETTERS}
           || CASE WHEN i % 5000 = 11 THEN ' Larkspur' WHEN i % 3000 = 12 THEN ' 手工橡木砧板' ELSE '' END,
         'brand', 'Brand ' || i % 100, 'description', repeat('A sensible sentence about the product. ', 12),
         'specification', E'Colour: Red\\nMaterial: Oak', 'feature', 'A feature',
         'mainImage', 'https://images.example/1.jpg', 'link', 'https://www.amazon.com/dp/B000000000',
         'keywords', json_build_array('enamelled', 'kitchen', 'gift for ' || i % 50),
         'tags', json_build_array('Home', 'Shelf ' || i % 200, 'Corner ' || i % 10000)),
       i::text, CASE i % 1000 WHEN 3 THEN '{"title":"person"}'::json END, CASE i % 1000 WHEN 3 THEN '{}'::json END, now(),
       now() - i * interval '1 second',
       CASE i % 2000 WHEN 7 THEN now() ELSE now() - i * interval '1 second' END
     FROM generate_series(1, $2::int) AS i`,
    [workspaceId, PRODUCTS],
  );
  await client.query(`${rows[0]?.indexdef}; ALTER TABLE product ENABLE TRIGGER product_words_of_new`);
  await client.query(
    `INSERT INTO product_word (workspace_id, word) SELECT DISTINCT workspace_id, substr(lexeme, 7)
     FROM product, unnest(search)
     WHERE workspace_id = $1 AND substr(lexeme, 7) ~ '^[^0-9#@/][^0-9]{3,}$' ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query('VACUUM ANALYZE product');
  await addTexts(client, workspaceId);
}

/** Gives a title to all products but the oldest, which a list of those without one reaches last, and bullet points to few. */
async function addTexts(client: Client, workspaceId: string): Promise<void> {
  await client.query('ALTER TABLE product_text DISABLE TRIGGER ALL'); // each row would be looked up
  await client.query(
    `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
     SELECT workspace_id, id, 'product-title', CASE WHEN n % 10 < 5 THEN 'PENDING' WHEN n % 10 < 9 THEN 'ACCEPTED' ELSE 'STALE' END,
       id, 1, created_at
     FROM product, LATERAL (SELECT content_hash::int AS n) AS one WHERE workspace_id = $1 AND n <= 0.999 * $2::int
     UNION ALL
     SELECT workspace_id, id, 'bullet-points', 'PENDING', id, 1, created_at
     FROM product WHERE workspace_id = $1 AND content_hash::int % 1000 = 500`,
    [workspaceId, PRODUCTS],
  );
  await client.query('ALTER TABLE product_text ENABLE TRIGGER ALL');
  await client.query('VACUUM ANALYZE product_text');
}
