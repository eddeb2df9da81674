// Filters of the product list and of the count on a real Postgres: which products they choose, alone and together.
import { countProducts, listProducts, type Actor, type ProductFilters, type ProductList } from '#contracts';
import { newId } from '#platform/context';
import { fc } from '#testing/property';
import { sized } from '#testing/size';
import { aProduct, someone, sql, startCatalogue, type Catalogue } from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
});
afterAll(() => catalogue.close());

/** What a test says of a product; the rest is the same for all. */
interface Given {
  title: string;
  brand?: string;
  tags?: string[];
  keywords?: string[];
  /** Makes it an imported one. */
  asin?: string;
  /** Makes the imported one edited. */
  isEdited?: boolean;
  marketplace?: string;
  /** How its title stands, if it ever had one. */
  text?: 'pending' | 'accepted' | 'stale' | 'missing';
  /** Seconds before now. */
  createdAgo?: number;
  updatedAgo?: number;
}

/** Adds products, and returns their ids in the same order. */
async function add(actor: Actor, products: readonly Given[]): Promise<string[]> {
  const rows = products.map(
    ({
      asin = null,
      isEdited = false,
      marketplace = null,
      text,
      createdAgo = 0,
      updatedAgo,
      ...content
    }) => ({
      id: newId(),
      asin,
      text,
      edited: isEdited ? { title: 'person' } : null,
      marketplace,
      created: createdAgo,
      updated: updatedAgo ?? createdAgo,
      content: { ...aProduct(''), ...content },
    }),
  );
  await sql(
    catalogue,
    `INSERT INTO product (id, workspace_id, genre, marketplace, asin, content, content_hash, edited_by, imported, created_at, updated_at)
     SELECT id, $1, CASE WHEN asin IS NULL THEN 'Custom' ELSE 'Retailer' END, marketplace, asin, content, '',
       edited, CASE WHEN edited IS NOT NULL THEN content END,
       now() - created * interval '1 second', now() - updated * interval '1 second'
     FROM json_to_recordset($2) AS p (id uuid, asin text, marketplace text, content json, edited json, created int, updated int)`,
    [actor.workspaceId, JSON.stringify(rows)],
  );
  await sql(
    catalogue,
    `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
     SELECT workspace_id, id, application_id, nullif(upper(text), 'MISSING'), CASE WHEN text <> 'missing' THEN id END, 1, created_at
     FROM json_to_recordset($1) AS p (id uuid, text text) JOIN product USING (id),
       (VALUES ('product-title'), ('bullet-points')) AS application (application_id)
     WHERE text IS NOT NULL AND (application_id = 'product-title' OR text = 'pending')`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

const page = (actor: Actor, filters: ProductFilters, nextToken?: string): Promise<ProductList> =>
  catalogue.gateway.request(listProducts, { actor, ...filters, limit: 100, ...(nextToken && { nextToken }) });
const count = (actor: Actor, filters: ProductFilters, upTo = 10_000) =>
  catalogue.gateway.request(countProducts, { actor, ...filters, upTo });
const titles = async (actor: Actor, filters: ProductFilters): Promise<string[]> =>
  (await page(actor, filters)).products.map(({ title }) => title);

/** What not every product of `Given` has. */
type Optional = 'asin' | 'isEdited' | 'text';

describe('filters together', () => {
  const actor = someone();
  const TOTAL = 5000;
  /** Choices of filters that are tried. */
  const RUNS = sized(40, 150);
  /** The nth newest product. What begins late is found by other indexes than what is among the newest. */
  const PRODUCTS = Array.from(
    { length: TOTAL },
    (_, n): Required<Omit<Given, Optional>> & Pick<Given, Optional> => ({
      title: [`Oak board`, n % 3 === 0 && 'enamel', n > 4000 && n % 30 === 0 && 'serving']
        .filter(Boolean)
        .join(' '),
      brand: n > 4500 ? 'Rare' : n % 7 === 0 ? 'Ärmel & Co' : 'Plain',
      tags: [
        'Home',
        n % 5 === 0 ? 'Kitchen' : "Kids' Garden",
        ...(n > 3000 && n % 50 === 0 ? ['Boards'] : []),
      ],
      keywords: n > 4900 && n % 10 === 0 ? ['手工橡木砧板'] : [],
      marketplace: n % 4 === 0 ? 'DE' : 'US',
      text: n > 4700 && n % 30 === 0 ? 'stale' : ([, 'accepted', 'pending', 'missing'] as const)[n % 10],
      ...(n % 6 === 0
        ? {}
        : { asin: `B${String(n === 4004 ? 7 : n).padStart(9, '0')}`, isEdited: n > 3500 && n % 11 === 0 }),
      createdAgo: 1_000_000 + n,
      updatedAgo: n % 500 === 3 ? 50 : n % 2 === 0 && n > 2500 ? 5000 : 1_000_000 + n,
    }),
  );
  const now = Math.floor(Date.now() / 1000);
  /** Each value of a filter with what it means here. */
  const VALUES: Record<
    Exclude<keyof ProductFilters, 'applicationId'>,
    [unknown, (product: (typeof PRODUCTS)[number]) => boolean][]
  > = {
    genre: [
      ['Custom', ({ asin }) => !asin],
      ['Retailer', ({ asin }) => !!asin],
    ],
    marketplace: [
      ['US', ({ asin, marketplace }) => !!asin && marketplace === 'US'],
      ['DE', ({ asin, marketplace }) => !!asin && marketplace === 'DE'],
      ['JP', () => false],
    ],
    brand: [
      ['ärmel & CO', ({ brand }) => brand === 'Ärmel & Co'],
      ['rare', ({ brand }) => brand === 'Rare'],
      ['Pla', () => false],
    ],
    tag: [
      ['home', () => true],
      ["kids' garden", ({ tags }) => tags.includes("Kids' Garden")],
      ['BOARDS', ({ tags }) => tags.includes('Boards')],
      ['hom', () => false],
    ],
    asin: [['b000000007', ({ asin }) => asin === 'B000000007']],
    updatedSince: [
      [now - 1000, ({ updatedAgo }) => updatedAgo === 50],
      [now - 6000, ({ updatedAgo }) => updatedAgo <= 5000],
      [now + 1000, () => false],
    ],
    texts: [
      ['missing', ({ text = 'missing' }) => text === 'missing'],
      ['accepted', ({ text }) => text === 'accepted'],
      ['pending', ({ text }) => text === 'pending'],
      ['stale', ({ text }) => text === 'stale'],
    ],
    edited: [
      [true, ({ isEdited = false }) => isEdited],
      [false, ({ isEdited = false }) => !isEdited],
    ],
    q: [
      ['boa OAK', () => true],
      ['enamle', ({ title }) => title.includes('enamel')],
      ['serving enam', ({ title }) => title.includes('serving') && title.includes('enamel')],
      ['橡木 oak', ({ keywords }) => keywords.length > 0],
      ['nothing', () => false],
    ],
  };
  let ids: string[];
  beforeAll(async () => {
    // Custom products have no marketplace, whatever the pattern says.
    ids = await add(
      actor,
      PRODUCTS.map(({ marketplace, ...product }) => (product.asin ? { ...product, marketplace } : product)),
    );
    await add(someone(), [
      { title: 'Oak board enamel serving', brand: 'Rare', tags: ['Home'], keywords: ['橡木'] },
    ]);
  });

  const choices = fc.record(
    Object.fromEntries(
      Object.entries(VALUES).map(([name, values]) => [
        name,
        fc.oneof(
          { weight: name === 'asin' ? 20 : 2, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: fc.constantFrom(...values) },
        ),
      ]),
    ),
  );

  it('choose the products that fulfil all of them, newest first, page by page', async () => {
    const seen: number[] = [];
    await fc.assert(
      fc.asyncProperty(choices, async (chosen) => {
        const given = Object.entries(chosen).filter(([, choice]) => choice !== undefined);
        const chosenFilters = given.map(([name, choice]) => [name, choice?.[0]]);
        const about = 'texts' in Object.fromEntries(given) ? [['applicationId', 'product-title']] : [];
        const filters = Object.fromEntries([...chosenFilters, ...about]) as ProductFilters;
        const expected = ids.filter((_, n) =>
          given.every(([, choice]) => choice?.[1](PRODUCTS[n] as (typeof PRODUCTS)[number])),
        );
        const first = await page(actor, filters);
        const next = first.nextToken ? (await page(actor, filters, first.nextToken)).products : [];
        const listed = [...first.products, ...next].map(({ id }) => id);
        expect(listed).toEqual(expected.slice(0, 200));
        expect(await count(actor, filters)).toEqual({ count: expected.length, exact: true });
        const few = { count: Math.min(expected.length, 30), exact: expected.length <= 30 };
        expect(await count(actor, filters, 30)).toEqual(few);
        seen.push(expected.length);
      }),
      { numRuns: RUNS },
    );
    expect(seen.filter((products) => products > 0).length).toBeGreaterThan(RUNS / 3);
  });

  it('bind the cursor to each of them', async () => {
    const filters: ProductFilters = { tag: 'home', q: 'oak', marketplace: 'US' };
    const { nextToken } = await page(actor, filters);
    for (const other of [
      { ...filters, tag: 'Home' },
      { ...filters, q: 'oak board' },
      { ...filters, marketplace: undefined },
      { ...filters, brand: 'Plain' },
      { ...filters, updatedSince: 1 },
      { ...filters, edited: true },
      { ...filters, texts: 'missing' as const, applicationId: 'product-title' },
    ])
      await expect(page(actor, other, nextToken)).rejects.toMatchObject({ code: 'InvalidNextToken' });
  });
});

describe('a search', () => {
  const actor = someone();
  const TITLES = {
    board: 'Fenwick Oak Serving Board, 40 cm',
    chinese: '手工橡木砧板 iPhone15手机壳',
    japanese: 'まな板 カッティングボード ｶﾞﾗｽ',
    korean: '원목 도마 대형',
    sigma: 'ΚΑΦΕΣ 500 g',
    umlaut: 'Große Küche Ⅻ',
    quotes: `Kids' "Toys" & Co\\Ltd | 50% off:*`,
    plain: 'Nothing of that',
    arabic: 'عسل طبيعي ٥٠٠ غ',
    hindi: 'शहद २५० ग्राम',
  };
  beforeAll(async () => {
    await add(actor, [
      ...Object.values(TITLES).map((title) => ({ title })),
      { title: 'by keyword', keywords: ['chopping block'] },
      { title: 'by brand', brand: 'Larkspur' },
      { title: 'by asin', asin: 'B07Y33KYXZ', marketplace: 'US' },
      { title: `long ${'wörter '.repeat(2000)}${'字'.repeat(3000)}` },
    ]);
  });

  it.each([
    ['oak board', ['board']],
    ['BOARD oak', ['board']],
    ['boa serv', ['board']],
    ['baord', ['board']],
    ['oak bord servng', ['board']],
    ['ｏａｋ ｂｏａｒｄ', ['board']],
    ['oak kettle', []],
    ['taht', ['plain']],
    ['oka', []], // too short for a typo
    ['41', []], // a number has none
    ['橡木', ['chinese']],
    ['木', ['chinese']],
    ['砧板 手机', ['chinese']],
    ['iphone15', ['chinese']],
    ['木橡', []],
    ['板', ['chinese', 'japanese']],
    ['ガラス', ['japanese']],
    ['ッティン', ['japanese']],
    ['도마', ['korean']],
    ['καφεσ', ['sigma']],
    ['küche xii', ['umlaut']],
    ["kids' toys", ['quotes']],
    ['50% off:* | x', []],
    ['ltd & co', ['quotes']],
    ['chop block', ['by keyword']],
    ['larkspurr', ['by brand']],
    ['b07y33', ['by asin']],
    ['wörtre', [expect.stringMatching(/^long/)]],
    ['½', []],
    ['٥٠٠', ['arabic', 'sigma']],
    ['عسل 500', ['arabic']],
    ['عسل ٢٥٠', []],
    ['۲۵۰', ['hindi']],
  ])('for %j finds %j', async (q, expected) => {
    const found = expected.map((name) => (TITLES as Record<string, string>)[name as string] ?? name);
    expect((await titles(actor, { q })).toSorted()).toEqual(found.toSorted());
  });
});
