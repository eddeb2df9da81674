// Tests which attributes get a line in the specification, and how their values are written.
import { MARKETPLACES, type Marketplace } from '#contracts';
import { specification } from './specification.rules.ts';
import { MAX_TEXT } from './plain-text.rules.ts';

function ofAttributes(attributes: Record<string, unknown>, marketplace: Marketplace = 'US'): string {
  return specification({ attributes, summary: {}, dimensions: {} }, MARKETPLACES[marketplace]);
}

describe('specification', () => {
  it.each([
    ['a text', [{ value: 'Flat' }], 'Flat'],
    ['a number', [{ value: 2019 }], '2019'],
    ['zero', [{ value: 0 }], '0'],
    ['a unit', [{ value: 120, unit: 'watts' }], '120 watts'],
    ['a unit that is an object', [{ value: 2, type: { value: 'Pack', language_tag: 'en_US' } }], '2 Pack'],
    ['a type that is not a unit', [{ value: '4006381333931', type: 'ean' }], '4006381333931'],
    ['true', [{ value: true }], 'Yes'],
    ['false', [{ value: false }], 'No'],
    ['several values', [{ value: 'USB' }, { value: 'HDMI' }, { value: 'USB' }], 'USB, HDMI'],
    ['plain values', ['red', 'blue'], 'red, blue'],
    [
      'nested values',
      [
        {
          width: { unit: 'inches', value: 72.4 },
          length: { unit: 'inches', value: 2.4 },
          marketplace_id: 'ATVPDKIKX0DER',
        },
      ],
      'Width 72.4 inches; Length 2.4 inches',
    ],
    [
      'nested lists in the language of the marketplace',
      [
        {
          type: [
            { value: 'Plano', language_tag: 'es_US' },
            { value: 'Flat', language_tag: 'en_US' },
          ],
        },
      ],
      'Type Flat',
    ],
    ['nested plain fields', [{ quantity: 2, type: 'aaa' }], 'Quantity 2; Type aaa'],
    ['foreign characters', [{ value: 'two\nlines\u202e' }], 'two lines'],
  ])('writes %s', (_, attribute, value) => {
    expect(ofAttributes({ some_thing: attribute })).toBe(`Some thing: ${value}`);
  });

  it.each([
    ['an empty text', [{ value: '' }]],
    ['invisible characters', [{ value: ' \u200b ' }]],
    ['not_applicable', [{ value: 'not_applicable' }]],
    ['no_warning_applicable', [{ value: 'no_warning_applicable', unit: 'x' }]],
    ['an empty list', []],
    ['null', [{ value: null }]],
    ['another marketplace', [{ value: 'x', marketplace_id: 'A1PA6795UKMFR9' }]],
    ['empty nested values', [{ width: { unit: 'inches' }, marketplace_id: 'ATVPDKIKX0DER' }]],
    ['endless nesting', [{ a: [{ b: [{ c: [{ value: 'deep' }] }] }] }]],
  ])('leaves out %s', (_, attribute) => {
    expect(ofAttributes({ some_thing: attribute, color: [{ value: 'Red' }] })).toBe('Color: Red');
  });

  it.each(
    `item_name bullet_point product_description generic_keyword item_type_keyword list_price purchasable_offer
     supplier_declared_dg_hz_regulation cpsia_cautionary_statement california_proposition_65 ghs ghs_chemical_h_code
     externally_assigned_product_identifier main_product_image_locator other_product_image_locator_1
     swatch_product_image_locator item_package_dimensions item_package_weight item_package_quantity
     product_category product_subcategory recommended_browse_nodes product_site_launch_date
     merchant_release_launch_date street_date`.split(/\s+/),
  )('leaves out the attribute %s', (key) => {
    expect(ofAttributes({ [key]: [{ value: 'x' }], color: [{ value: 'Red' }] })).toBe('Color: Red');
  });

  it('keeps the order of the attributes', () => {
    expect(ofAttributes({ style: [{ value: 'b' }], color: [{ value: 'a' }] })).toBe('Style: b\nColor: a');
  });

  it.each([
    ['DE', 'Ja', 'Nein'],
    ['FR', 'Oui', 'Non'],
    ['BE', 'Oui', 'Non'],
    ['ES', 'Sí', 'No'],
    ['IT', 'Sì', 'No'],
    ['NL', 'Ja', 'Nee'],
    ['SE', 'Ja', 'Nej'],
    ['PL', 'Tak', 'Nie'],
    ['TR', 'Evet', 'Hayır'],
    ['BR', 'Sim', 'Não'],
    ['SA', 'نعم', 'لا'],
    ['JP', 'はい', 'いいえ'],
    ['IN', 'Yes', 'No'],
  ] as const)('writes yes and no in the language of %s', (marketplace, yes, no) => {
    const attributes = { is_a: [{ value: true }], is_b: [{ value: false }] };
    expect(ofAttributes(attributes, marketplace)).toBe(`Is a: ${yes}\nIs b: ${no}`);
  });

  it('falls back on the summary and the dimensions', () => {
    const summary = {
      style: 'TV only',
      brand: 'SAMSUNG',
      size: '82-Inch',
      color: 'Black',
      modelNumber: 'Q60',
      manufacturer: 'Samsung',
    };
    const dimensions = {
      item: { height: { unit: 'inches', value: 41.4 } },
      package: { height: { unit: 'inches', value: 50 } },
    };
    expect(
      specification({ attributes: { ghs: [{ value: 'x' }] }, summary, dimensions }, MARKETPLACES.US),
    ).toBe(
      [
        'Brand: SAMSUNG',
        'Manufacturer: Samsung',
        'Model number: Q60',
        'Color: Black',
        'Size: 82-Inch',
        'Style: TV only',
        'Item dimensions: Height 41.4 inches',
      ].join('\n'),
    );
  });

  it('is "" without any data', () => {
    expect(ofAttributes({})).toBe('');
  });

  it('is cut at the end of a line', () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [`key_${i}`, [{ value: 'x'.repeat(990) }]]),
    );
    const text = ofAttributes(many);
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(text.length).toBeGreaterThan(MAX_TEXT - 1100);
    expect(text.split('\n').every((line) => line.endsWith('x'.repeat(990)))).toBe(true);
  });
});
