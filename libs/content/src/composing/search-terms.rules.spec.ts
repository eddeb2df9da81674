// Search terms of the offline composer: what buyers type and what title and bullet points do not say.
import { composed, productTask } from '../../test/compositions.ts';

function termsOf(product: Record<string, unknown>, place = {}): string[] {
  const content = composed(productTask('search-terms', product, place));
  return typeof content === 'string' ? content.split(' ') : [];
}

it('are other names of the thing, what it is for, and who uses it, without what the page says', () => {
  const product = { title: 'Oakline Garden Bench', brand: 'Oakline', features: ['Fits a patio'] };
  const terms = termsOf({ ...product, tags: ['Home & Garden', 'Benches'] });
  expect(terms).toEqual(expect.arrayContaining(['outdoor', 'porch', 'seating']));
  expect(terms.filter((term) => ['patio', 'bench', 'garden', 'home', 'oakline'].includes(term))).toEqual([]);
});

it('come from the category where the name tells no kind', () => {
  expect(termsOf({ title: 'Oakline Classic 2', tags: ['Kitchen', 'Kettles'] })).toContain('teapot');
});

it('have the other spelling of English words, and the other writing of Japanese colours', () => {
  expect(termsOf({ title: 'Dog Bed, Gray', specification: 'Color: Gray' })).toContain('grey');
  const white = { title: 'ノート A5 ホワイト', specification: '色: ホワイト' };
  expect(termsOf(white, { language: 'ja', marketplace: 'JP' })).toContain('白');
});

it('have no figures of materials, and keep to the bytes of the marketplace', () => {
  const characters = [...'水杯碗盘壶盆茶酒汤饭面米菜果花草木石'];
  const keywords = characters.flatMap((one) => characters.slice(0, 5).map((other) => `${one}${other}器`));
  const product = { title: '保温杯 500ml', specification: '材质: 亚麻55%，棉45%', keywords };
  const bytes = (list: string[]): number => Buffer.byteLength(list.join(' '));
  const terms = termsOf(product, { language: 'zh', marketplace: 'CN' });
  expect(bytes(terms)).toBeLessThanOrEqual(249);
  expect(bytes(terms)).toBeGreaterThan(150);
  const few = termsOf({ ...product, keywords: [] }, { language: 'zh', marketplace: 'CN' });
  expect(few.filter((term) => /\d/.test(term))).toEqual([]);
});

it('are of no other thing that it is for, and name the season as it is called there', () => {
  const brush = { title: 'Water Bottle Cleaning Brush', tags: ['Home', 'Brushes'] };
  expect(termsOf(brush)).not.toContain('hydration');
  const jacket = { title: 'Oakline Hiking Jacket', tags: ['Clothing', 'Jackets'] };
  expect(termsOf(jacket)).toContain('fall');
  const british = termsOf(jacket, { language: 'en-GB', marketplace: 'UK' });
  expect(british).toContain('autumn');
  expect(british).not.toContain('fall');
  const machine = { title: 'Macchina caffè espresso', tags: ['Casa', 'Macchine per espresso'] };
  expect(termsOf(machine, { language: 'it', marketplace: 'IT' })).not.toContain('tostato');
});

it('are of the thing that the name begins with in Romance languages, and not of a part at its end', () => {
  const place = { language: 'fr', marketplace: 'FR' };
  const gloves = { title: 'Gants de moto homme cuir été coques de protection', tags: ['Auto', 'Gants'] };
  expect(termsOf(gloves, place)).not.toContain('smartphone');
  expect(termsOf({ title: 'Panier pour chien déhoussable' }, place)).toContain('couchage');
});

it('name no other maker, not even that of what it fits', () => {
  const filter = {
    title: 'Brookclear Water Filter',
    brand: 'Brookclear',
    keywords: ['Kenmore fridge filter'],
  };
  expect(termsOf(filter)).toContain('fridge');
  expect(termsOf(filter)).not.toContain('kenmore');
  expect(termsOf({ ...filter, keywords: ['apple corer'] })).toContain('apple');
});

it('are of no thing in the title of a book, and make no claim', () => {
  const book = { title: 'The Lantern Keeper: A Mystery', tags: ['Books', 'Crime'] };
  expect(termsOf(book)).not.toContain('lighting');
  const tea = { title: '凤庆滇红茶 礼盒', specification: '风格: 降三高', tags: ['食品', '红茶'] };
  expect(termsOf(tea, { language: 'zh', marketplace: 'CN' }).join(' ')).not.toContain('降三高');
  const gauge = { title: 'Blutdruckmessgerät vollautomatisch', tags: ['Gesundheit'] };
  expect(termsOf(gauge, { language: 'de', marketplace: 'DE' })).not.toContain('möbel');
});
