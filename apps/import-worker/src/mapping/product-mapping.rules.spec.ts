// Tests the mapping of marketplace items to products: whole items, and the fallbacks of each field.
import { fc } from '#testing/property';
import { sized } from '#testing/size';
import { importedProduct } from '#contracts';
import { inventedExchanges, wideExchanges } from '../../test/exchanges.ts';
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

describe('an invented item with many and irregular attributes', () => {
  const {
    fullItem: projector,
    itemWithoutAttributes: projectorWithoutAttributes,
    itemWithoutSummary: jacket,
  } = wideExchanges();

  it('is mapped for a projector', () => {
    const mapped = toProduct(projector, 'US');
    expect(mapped).toMatchObject({
      title: expect.stringMatching(/^Halden HD-P32 Home Projector, .* Remote Control$/),
      brand: 'HALDEN',
      feature: expect.stringMatching(/^BRIGHT IN DAYLIGHT: /),
      mainImage: 'https://images.example/projector-front.jpg',
      link: 'https://www.amazon.com/dp/B0PROJ0001',
      keywords: ['video projectors', 'Video Projectors', 'VIDEO_PROJECTOR'],
      tags: ['Electronics', 'Television & Video', 'Projectors', 'Video Projectors'],
    });
    expect(mapped?.features).toHaveLength(6); // of nine: one is repeated, and two are in other languages
    expect(mapped?.description).toBe(mapped?.features?.join('\n'));
    expect(mapped?.images).toEqual(
      ['front', 'back', 'wall', 'lens', 'stand', 'remote', 'cinema'].map(
        (name) => `https://images.example/projector-${name}.jpg`,
      ),
    );
    expect(mapped).not.toHaveProperty('videos');
  });

  it('has one line of the specification for each attribute that says something', () => {
    const lines = toProduct(projector, 'US')?.specification.split('\n') ?? [];
    expect(lines).toHaveLength(34);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Power consumption: 95 watts',
        'Refresh rate: 60 hertz',
        'Includes remote: Yes',
        'Batteries included: No',
        'Connectivity technology: Wi-Fi, USB, HDMI, Bluetooth',
        'Mounting type: Ceiling Mount, Tabletop',
        'Item dimensions: Width 11.2 inches; Length 9.1 inches; Height 4.4 inches',
        'Display: Resolution maximum 1920 x 1080 pixels; Size 120 inches; Type DLP',
        'Battery: Cell composition alkaline',
        'Color: Birch',
      ]),
    );
  });

  it('is mapped for a projector without attributes', () => {
    const mapped = toProduct(projectorWithoutAttributes, 'US');
    expect(mapped).toMatchObject({ brand: 'HALDEN', description: '', feature: '' });
    expect(mapped?.specification).toMatch(/^Brand: HALDEN\nManufacturer: Halden\n[^]*; Width 11.2 inches$/);
    expect(mapped).not.toHaveProperty('features');
  });

  it('is mapped for a jacket without a summary', () => {
    expect(toProduct(jacket, 'BR')).toMatchObject({
      title: 'Jaqueta Corta-Vento com Capuz, Verde-musgo',
      brand: 'Serra & Mar',
      description:
        'Jaqueta corta-vento com capuz, forro de malha e três bolsos.\nCor: Verde-musgo. Tamanho: GG.',
      specification: expect.stringContaining('\nUnit count: 1 Unidade\n'),
      features: ['Capuz ajustável com cordão'],
      feature: 'Capuz ajustável com cordão',
      mainImage: 'https://images.example/jaqueta.jpg',
      images: ['https://images.example/jaqueta.jpg', 'https://images.example/jaqueta-costas.jpg'],
      link: 'https://www.amazon.com.br/dp/B0JAQUETA1',
    });
  });

  it('is no product in a marketplace that does not sell it', () => {
    expect(toProduct(jacket, 'US')).toBeUndefined();
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
