// Fills workspaces with products and tells how the texts of them stand.
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import {
  asSuperuser,
  GENERATION_ID,
  inSteps,
  PRODUCT_ID,
  PRODUCT_TIME,
  withoutIndexes,
  type Filling,
  type Part,
} from './rows.ts';

/** Numbers of which each has a word of its own; then the words repeat. */
const WORDS = 50_000;

/** A word for a number, the same in Postgres: its products are one in 50,000. */
export function letters(n: number): string {
  const hash = createHash('md5').update(String(n)).digest('hex').slice(0, 8);
  return hash.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}
const LETTERS = `translate(left(md5((i % ${WORDS})::text), 8), '0123456789', 'ghijklmnop')`;

/** Adds products, each a second older than the one before. Numbers in a title, a brand and a tag say how many products have them. */
export function fillProducts(url: string, parts: readonly Part[], filling: Filling): Promise<void> {
  return asSuperuser(url, async (client) => {
    await client.query('ALTER TABLE product DISABLE TRIGGER product_words_of_new');
    await withoutIndexes(client, 'product', () => inSteps(client, parts, filling, PRODUCTS));
    await client.query('ALTER TABLE product ENABLE TRIGGER product_words_of_new');
    const [first, ...others] = parts.map(({ workspaceId }) => workspaceId);
    await addWords(client, first);
    await copyWords(client, first, others);
    await client.query('VACUUM ANALYZE product_word');
    await addTexts(client, parts, filling);
  });
}

const PRODUCTS = `
  INSERT INTO product
    (id, workspace_id, genre, marketplace, asin, content, content_hash, edited_by, imported, fetched_at, created_at, updated_at)
  SELECT ${PRODUCT_ID}, $3, CASE i % 1000 WHEN 0 THEN 'Custom' ELSE 'Retailer' END,
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
    ${PRODUCT_TIME},
    CASE i % 2000 WHEN 7 THEN now() ELSE ${PRODUCT_TIME} END
  FROM generate_series($1::int, $2::int) AS i`;

/** Words are kept by statement, which would read all products of a step again: those of the newest products are all there are. */
async function addWords(client: Client, workspaceId: string | undefined): Promise<void> {
  await client.query(
    `INSERT INTO product_word (workspace_id, word) SELECT DISTINCT workspace_id, substr(lexeme, 7)
     FROM (SELECT workspace_id, search FROM product WHERE workspace_id = $1 ORDER BY created_at DESC LIMIT ${WORDS + 1000}) AS newest,
       unnest(search)
     WHERE substr(lexeme, 7) ~ '^[^0-9#@/][^0-9]{3,}$' ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
}

/** The other workspaces have products with the same words. */
async function copyWords(client: Client, from: string | undefined, to: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO product_word (workspace_id, word)
     SELECT other, word FROM unnest($2::uuid[]) AS other CROSS JOIN product_word WHERE workspace_id = $1 ON CONFLICT DO NOTHING`,
    [from, to],
  );
}

/** Gives a title to all products but the oldest, which a list of those without one reaches last, and bullet points to few. */
async function addTexts(client: Client, parts: readonly Part[], filling: Filling): Promise<void> {
  await client.query('ALTER TABLE product_text DISABLE TRIGGER ALL'); // each row would be looked up
  await withoutIndexes(client, 'product_text', async () => {
    const titled = parts.map((part) => ({ ...part, rows: Math.floor(0.999 * part.rows) }));
    await inSteps(client, titled, filling, textsOf('product-title', TITLE_STATE, 'true'));
    await inSteps(client, parts, filling, textsOf('bullet-points', `'PENDING'`, 'i % 1000 = 500'));
  });
  await client.query('ALTER TABLE product_text ENABLE TRIGGER ALL');
}

const TITLE_STATE = `CASE WHEN i % 10 < 5 THEN 'PENDING' WHEN i % 10 < 9 THEN 'ACCEPTED' ELSE 'STALE' END`;
const textsOf = (application: string, state: string, which: string): string => `
  INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
  SELECT $3, ${PRODUCT_ID}, '${application}', ${state}, ${GENERATION_ID}, 1, ${PRODUCT_TIME}
  FROM generate_series($1::int, $2::int) AS i WHERE ${which}`;
