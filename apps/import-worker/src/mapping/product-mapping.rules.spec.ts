// Tests the mapping of marketplace items to products: whole items, and the fallbacks of each field.
import { fc } from '#testing/property';
import { sized } from '#testing/size';
import { importedProduct } from '#contracts';
import { inventedExchanges, publishedExchanges } from '../../test/exchanges.ts';
import { toProduct } from './product-mapping.rules.ts';

const ASIN = 'B0000TEST1';
const marketplaceId = 'ATVPDKIKX0DER';
const texts = (...values: string[]) =>
  values.map((value) => ({ value, language_tag: 'en_US', marketplace_id: marketplaceId }));
const product = (item: object) => toProduct({ asin: ASIN, ...item }, 'US');
const withSummary = (summary: object, item: object = {}) =>
  product({ summaries: [{ marketplaceId, ...summary }], ...item });

describe('an invented item', () => {
  const { fullItem, itemWithoutAttributes, itemWithoutSummary } = inventedExchanges();

  it('is mapped with all its data', () => {
    expect(toProduct(fullItem, 'US')).toEqual({
      title: 'Lumora Fold Desk Lamp, 12 W, White',
      brand: 'Lumora',
      description: 'A desk lamp that folds.\nThe arm is aluminium & the base is steel.',
      specification: [
        'Brand: Lumora',
        'Manufacturer: Lumora Lighting',
        'Wattage: 12 watts',
        'Color: White',
        'Connectivity technology: USB, Bluetooth',
        'Includes bulb: Yes',
        'Is dimmable: No',
        'Item dimensions: Width 6.5 inches; Length 14 inches; Height 16.2 inches',
        'Light source: Type LED; Luminance 800 lumens',
        'Unit count: 1 Count',
      ].join('\n'),
      feature: 'Dims in ten steps',
      features: ['Dims in ten steps', 'Folds flat for travel'],
      mainImage: 'https://images.example/lamp.jpg',
      images: ['https://images.example/lamp.jpg', 'https://images.example/folded.jpg'],
      link: 'https://www.amazon.com/dp/B0LAMP0001',
      keywords: ['desk lamps', 'Desk Lamps', 'LAMP', 'reading light'],
      tags: ['Home', 'Lamps', 'Desk Lamps'],
    });
  });

  it('is mapped from its summary when it has no attributes', () => {
    const product = toProduct(itemWithoutAttributes, 'US');
    expect(product).toMatchObject({ brand: 'Lumora', description: '', feature: '' });
    expect(product?.specification).toMatch(
      /^Brand: Lumora\nManufacturer: Lumora Lighting\n[^]*Width 6.5 inches$/,
    );
    expect(product).not.toHaveProperty('features');
  });

  it('is mapped from its attributes when it has no summary', () => {
    expect(toProduct(itemWithoutSummary, 'BR')).toMatchObject({
      title: 'Caneca de Cerâmica Azul 300 ml',
      brand: 'Barro & Cia',
      specification: expect.stringContaining('\nIs dishwasher safe: Sim\nUnit count: 1 Unidade'),
      feature: 'Caneca de cerâmica esmaltada',
      link: 'https://www.amazon.com.br/dp/B0CANECA01',
    });
  });

  it('is no product in another marketplace', () => {
    expect(toProduct(itemWithoutSummary, 'US')).toBeUndefined();
  });
});

const published = publishedExchanges();
(published ? describe : describe.skip)('a published item', () => {
  const {
    fullItem: television,
    itemWithoutAttributes: televisionWithoutAttributes,
    itemWithoutSummary: garment,
  } = published ?? ({} as NonNullable<typeof published>);

  it('is mapped for a television', () => {
    const mapped = toProduct(television, 'US');
    expect(mapped).toMatchObject({
      title: expect.stringMatching(/^Samsung QN82Q60RAFXZA Flat 82-Inch .* Alexa Compatibility$/),
      brand: 'SAMSUNG',
      feature: expect.stringMatching(/^SMART TV WITH UNIVERSAL GUIDE: /),
      mainImage: 'https://m.media-amazon.com/images/I/91uohwV+k3L.jpg',
      link: 'https://www.amazon.com/dp/B07N4M94X4',
      keywords: ['qled televisions', 'QLED TVs', 'TELEVISION'],
      tags: ['Electronics', 'Television & Video', 'Televisions', 'QLED TVs'],
    });
    expect(mapped?.features).toHaveLength(6);
    expect(mapped?.description).toBe(mapped?.features?.join('\n'));
    expect(mapped?.images?.map((link) => link.slice(-16, -4))).toEqual([
      ...['/91uohwV+k3L', '/81w2rTVShlL', '/51NTNhdhPyL', '/51o4zpL+A3L', '/71ux2k9GAZL'],
      ...['/61LwHkljX-L', '/61uvoB4VvoL', '/7121MGd2ncL', '/61ECcGlG4IL'],
    ]);
    const lines = mapped?.specification.split('\n') ?? [];
    expect(lines).toHaveLength(41);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Power consumption: 120 watts',
        'Includes remote: Yes',
        'Batteries included: No',
        'Connectivity technology: Bluetooth, USB, Wireless, HDMI',
        'Item dimensions: Width 72.4 inches; Length 2.4 inches; Height 41.4 inches',
        'Display: Resolution maximum 3840 x 2160 pixels; Size 82 inches; Type QLED',
        'Battery: Cell composition alkaline',
      ]),
    );
    expect(mapped).not.toHaveProperty('videos');
  });

  it('is mapped for a television without attributes', () => {
    const mapped = toProduct(televisionWithoutAttributes, 'US');
    expect(mapped).toMatchObject({ brand: 'SAMSUNG', description: '', feature: '' });
    expect(mapped?.specification).toMatch(/^Brand: SAMSUNG\nManufacturer: Samsung\n[^]*; Width 72.4 inches$/);
    expect(mapped).not.toHaveProperty('features');
  });

  it('is mapped for a garment without a summary', () => {
    expect(toProduct(garment, 'BR')).toMatchObject({
      title: 'Blusão Moletom com Capuz Plus Size',
      brand: 'Debex',
      description: 'Blusão moletom com capuz plus size. Cor: Marinho. Tamanho: G3.',
      specification: expect.stringContaining('\nUnit count: 1 Unidade\n'),
      features: ['Blusão moletom com capuz plus size'],
      feature: 'Blusão moletom com capuz plus size',
      mainImage: 'https://m.media-amazon.com/images/I/41j-L-teihL.jpg',
      images: [
        'https://m.media-amazon.com/images/I/41j-L-teihL.jpg',
        'https://m.media-amazon.com/images/I/31Xp9r0oyoL.jpg',
      ],
      link: 'https://www.amazon.com.br/dp/B0F7YT4YW2',
    });
  });

  it('is no product in a marketplace that does not sell it', () => {
    expect(toProduct(garment, 'US')).toBeUndefined();
  });
});

describe('title', () => {
  it.each([
    ['the summary', { itemName: 'Summary' }, { item_name: texts('Attribute') }, 'Summary'],
    ['the attribute', {}, { item_name: texts('Attribute') }, 'Attribute'],
    ['brand and ASIN', { brand: 'Acme' }, {}, `Acme ${ASIN}`],
    ['the ASIN, when the item has other data', {}, { bullet_point: texts('Round') }, ASIN],
  ])('comes from %s', (_, summary, attributes, title) => {
    expect(withSummary(summary, { attributes })?.title).toBe(title);
  });
});

describe('brand', () => {
  const contributors = ['Ann', 'Bob', 'Ann'].map((value) => ({ role: { value: 'author' }, value }));
  it.each([
    [{ brand: 'One', manufacturer: 'Three' }, { brand: texts('Two') }, 'One'],
    [{ manufacturer: 'Three' }, { brand: texts('Two') }, 'Two'],
    [{ manufacturer: 'Three' }, { manufacturer: texts('Four') }, 'Three'],
    [{ contributors }, { manufacturer: texts('Four') }, 'Four'],
    [{ contributors }, {}, 'Ann, Bob'],
    [{}, {}, ''],
  ])('of the summary %j and the attributes %j is %j', (summary, attributes, brand) => {
    expect(withSummary({ itemName: 'T', ...summary }, { attributes })?.brand).toBe(brand);
  });
});

describe('description', () => {
  it('joins all descriptions as plain text', () => {
    const attributes = { product_description: texts('One &amp; <b>two</b>', 'Three<br>four') };
    expect(product({ attributes })?.description).toBe('One & two\n\nThree\nfour');
  });

  it('falls back on the features, then on ""', () => {
    expect(product({ attributes: { bullet_point: texts('A', 'B') } })?.description).toBe('A\nB');
    expect(withSummary({ itemName: 'T' })?.description).toBe('');
  });
});

describe('lists', () => {
  it('are left out when empty, and their first entries are ""', () => {
    expect(withSummary({ itemName: 'T' })).toEqual({
      title: 'T',
      brand: '',
      description: '',
      specification: '',
      feature: '',
      mainImage: '',
      link: `https://www.amazon.com/dp/${ASIN}`,
    });
  });

  it('keep features in order, trimmed, without duplicates', () => {
    expect(product({ attributes: { bullet_point: texts(' B ', 'A', '', 'B') } })).toMatchObject({
      feature: 'B',
      features: ['B', 'A'],
    });
  });

  it('take keywords from the type keyword, the category, the product type and the generic keyword', () => {
    const mapped = product({
      attributes: { item_type_keyword: texts('tv-sets'), generic_keyword: texts('screen', 'TV') },
      classifications: [
        { marketplaceId, classifications: [{ displayName: 'TV', parent: { displayName: 'All' } }] },
      ],
      productTypes: [{ marketplaceId, productType: 'TELEVISION' }],
    });
    expect(mapped).toMatchObject({
      keywords: ['tv sets', 'TV', 'TELEVISION', 'screen'],
      tags: ['All', 'TV'],
    });
  });

  it('take the first numbered picture when there is no main one', () => {
    const images = [
      {
        marketplaceId,
        images: [
          { variant: 'PT02', link: 'https://x.example/2' },
          { variant: 'PT01', link: 'https://x.example/1' },
        ],
      },
    ];
    expect(product({ images })?.mainImage).toBe('https://x.example/1');
  });
});

describe('an item without data besides its ASIN', () => {
  it.each([
    {},
    { summaries: [], attributes: {}, images: [] },
    { summaries: [{ marketplaceId }] },
    { summaries: 7 },
  ])('is no product: %j', (item) => {
    expect(product(item)).toBeUndefined();
  });
});

describe('an arbitrary item', () => {
  const names = 'itemName brand displayName parent classifications images link variant value unit'.split(' ');
  const keys = fc.oneof(fc.constantFrom(...names), fc.string());
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      tie('list'),
      tie('fields'),
    ),
    list: fc.array(tie('tree'), { maxLength: 4 }),
    fields: fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
  }));
  const attributes = fc.dictionary(
    fc.constantFrom(
      'item_name',
      'brand',
      'bullet_point',
      'product_description',
      'item_type_keyword',
      'color',
      'size',
    ),
    fc.oneof(tree, fc.array(fc.record({ value: tree }))),
  );
  const entries = fc.oneof(tree, fc.array(fc.dictionary(keys, tree)));
  const item = fc.record(
    {
      summaries: entries,
      attributes,
      images: entries,
      classifications: entries,
      productTypes: entries,
      dimensions: entries,
    },
    { requiredKeys: [] },
  );

  it('becomes a valid product without invisible characters, or none', () => {
    fc.assert(
      fc.property(item, (anything) => {
        const mapped = product(anything);
        if (mapped === undefined) return;
        expect(importedProduct.strict().parse(mapped)).toEqual(mapped);
        const { description, specification, ...oneLine } = mapped;
        expect(Object.values(oneLine).flat().join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect((description + specification).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: sized(50, 500) },
    );
  });
});
