// Fills a workspace with products and tells how the texts of them stand.
import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import {
  asSuperuser,
  GENERATION_ID,
  inSteps,
  PRODUCT_ID,
  PRODUCT_TIME,
  withoutIndexes,
  type Range,
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
export function fillProducts(url: string, workspaceId: string, range: Range): Promise<void> {
  return asSuperuser(url, async (client) => {
    await client.query('ALTER TABLE product DISABLE TRIGGER product_words_of_new');
    await withoutIndexes(client, 'product', () => inSteps(client, range, workspaceId, PRODUCTS));
    await client.query('ALTER TABLE product ENABLE TRIGGER product_words_of_new');
    if (range.from <= WORDS) await addWords(client, workspaceId);
    await addTexts(client, workspaceId, range);
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

/** Words are kept by statement, which would read all products of a step again. */
async function addWords(client: Client, workspaceId: string): Promise<void> {
  await client.query(
    `INSERT INTO product_word (workspace_id, word) SELECT DISTINCT workspace_id, substr(lexeme, 7)
     FROM product, unnest(search)
     WHERE workspace_id = $1 AND substr(lexeme, 7) ~ '^[^0-9#@/][^0-9]{3,}$' ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
}

/** Gives a title to all products but the oldest, which a list of those without one reaches last, and bullet points to few. */
async function addTexts(client: Client, workspaceId: string, range: Range): Promise<void> {
  await client.query('ALTER TABLE product_text DISABLE TRIGGER ALL'); // each row would be looked up
  await withoutIndexes(client, 'product_text', async () => {
    const text = { ...range, to: Math.floor(0.999 * range.to) };
    await inSteps(client, text, workspaceId, textsOf('product-title', TITLE_STATE, 'true'));
    await inSteps(client, range, workspaceId, textsOf('bullet-points', `'PENDING'`, 'i % 1000 = 500'));
  });
  await client.query('ALTER TABLE product_text ENABLE TRIGGER ALL');
}

const TITLE_STATE = `CASE WHEN i % 10 < 5 THEN 'PENDING' WHEN i % 10 < 9 THEN 'ACCEPTED' ELSE 'STALE' END`;
const textsOf = (application: string, state: string, which: string): string => `
  INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
  SELECT $3, ${PRODUCT_ID}, '${application}', ${state}, ${GENERATION_ID}, 1, ${PRODUCT_TIME}
  FROM generate_series($1::int, $2::int) AS i WHERE ${which}`;
