// Tests the readers of free-form item data.
import { MARKETPLACES } from '#contracts';
import { objects, ofMarketplace, pick } from './item-reader.rules.ts';

const US = MARKETPLACES.US;
const inUs = (language_tag: string | undefined, value: string) => ({
  value,
  language_tag,
  marketplace_id: US.marketplaceId,
});

describe('pick', () => {
  it('takes only the entries of the marketplace', () => {
    const other = { value: 'x', language_tag: 'en_US', marketplace_id: 'A1PA6795UKMFR9' };
    expect(pick([other, inUs('en_US', 'y')], US)).toEqual([inUs('en_US', 'y')]);
    expect(pick([other], US)).toEqual([]);
    expect(pick([{ value: 'z' }], US)).toEqual([{ value: 'z' }]);
  });

  it('takes the first language that has any entry', () => {
    const both = [inUs('es_US', 'rojo'), inUs('en_US', 'red'), inUs('en_US', 'crimson')];
    expect(pick(both, US).map(({ value }) => value)).toEqual(['red', 'crimson']);
    expect(pick([inUs('fr_CA', 'rouge'), inUs('es_US', 'rojo')], US).map(({ value }) => value)).toEqual([
      'rojo',
    ]);
  });

  it('ignores a language tag that is not a string', () => {
    const odd = { value: 'odd', language_tag: { toString: 1 }, marketplace_id: US.marketplaceId };
    expect(pick([odd, inUs('en_US', 'plain')], US)).toEqual([inUs('en_US', 'plain')]);
  });

  it('takes all languages when no entry is in a language of the marketplace', () => {
    const foreign = [inUs('ja_JP', '赤'), inUs(undefined, 'rot')];
    expect(pick(foreign, US)).toEqual(foreign);
  });

  it('matches a language tag by its first part', () => {
    const belgian = { value: 'rood', language_tag: 'nl_BE', marketplace_id: MARKETPLACES.BE.marketplaceId };
    const french = { ...belgian, value: 'rouge', language_tag: 'fr_BE' };
    expect(pick([belgian, french], MARKETPLACES.BE)).toEqual([french]);
    expect(pick([belgian], MARKETPLACES.BE)).toEqual([belgian]);
  });

  it.each([undefined, null, 'text', 3, {}, [null, 'x', 1, ['y']]])('finds nothing in %j', (attribute) => {
    expect(pick(attribute, US)).toEqual([]);
  });
});

describe('ofMarketplace', () => {
  it('finds the entry of the marketplace', () => {
    const own = { marketplaceId: US.marketplaceId, brand: 'own' };
    expect(ofMarketplace([{ marketplaceId: 'other', brand: 'other' }, own], US)).toBe(own);
    expect(ofMarketplace([{ marketplaceId: 'other' }], US)).toEqual({});
    expect(ofMarketplace('text', US)).toEqual({});
  });
});

describe('objects', () => {
  it('leaves out values that are not objects', () => {
    expect(objects([{ a: 1 }, null, [], 'x'])).toEqual([{ a: 1 }]);
  });
});
