// Figures, their possible values and their units.
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { evidenceOf } from './evidence.rules.ts';
import { checkGrounding } from './grounding.rules.ts';
import { plainSides, quantitiesIn } from './quantities.rules.ts';

describe('a figure', () => {
  it.each([
    ['120 cm', ['120'], 'cm'],
    ['120cm', ['120'], 'cm'],
    ['12-inch', ['12'], 'inch'],
    ['12"', ['12'], 'inch'],
    ['12 Zoll', ['12'], 'inch'],
    ['5,6 mm', ['5.6'], 'mm'],
    ['0.7 mm', ['0.7'], 'mm'],
    ['.5 mm', ['0.5'], 'mm'],
    ['1,250 g', ['1250', '1.25'], 'g'],
    ['1.5.2', ['1.5.2'], undefined],
    ['99 %', ['99'], 'percent'],
    ['２４个月', ['24'], 'month'],
    ['3 in 1', ['3'], undefined],
    ['24Pcs', ['24'], undefined],
    ['20 minutes', ['20'], 'minute'],
    ['½ cm', ['0.5'], 'cm'],
    ['7 ¾ inch', ['7.75'], 'inch'],
    ['2-in-1', ['2'], undefined],
    ['4 x 100 ml', ['4'], undefined],
  ])('in “%s” is read with its value and unit', (text, readings, unit) => {
    expect(quantitiesIn(text)[0]).toMatchObject({ start: 0, readings, unit });
  });

  it('is evidence with the units that the source data give it', () => {
    const { figures } = evidenceOf(['45 x 45 cm', 'sizes 3,4,5', '1,250 g']);
    expect([...(figures.get('45') ?? [])]).toEqual(['', 'cm']);
    expect(['3', '4', '5', '1250', '1.25'].every((figure) => figures.has(figure))).toBe(true);
    expect(figures.has('46')).toBe(false);
  });
});

it.each<[string, (text: string) => unknown, string]>([
  ['sides', plainSides, '1'],
  ['sides', plainSides, '1,'],
  ['evidence', (text) => evidenceOf([text]), '1'],
  ['Chinese quantities', (text) => quantitiesIn(text, 'zh'), '一'],
])('reading %s takes no longer than the text is: %#', (_name, read, sign) => {
  // Work that grows with the length takes some 0.1 s, and work that grows with its square more than a minute.
  const text = sign.repeat(400_000);
  const startedAt = performance.now();
  read(text);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it('sides with letters are found where they stand', () => {
  const spans = (text: string): string[] =>
    quantitiesIn(text).map(({ start, end }) => text.slice(start, end));
  expect(spans('Box, 9"W x 5" L x 3.5"H, 2 lids')).toEqual(['9"', '5"', '3.5"', '2']);
  expect(spans('18L x 18B x 15 H cm')).toEqual(['18', '18', '15 H cm']);
});

it('letters of sides, lists and Chinese numbers are read as before', () => {
  expect(plainSides('18L x 18B x 15H cm, size,5L x 6B cm, 1.5"L x 2"W')).toBe(
    '18 x 18 x 15 cm, size,5 x 6 cm, 1.5" x 2"',
  );
  expect([...evidenceOf(['3,4,5, 10,20']).figures.keys()]).toEqual(
    expect.arrayContaining(['3', '4', '5', '10', '20']),
  );
  expect(plainSides('20Lx30Wx15H cm, 9"Lx5"Wx3"H, 20L×30W×15H cm')).toBe(
    '20x30x15 cm, 9"x5"x3", 20×30×15 cm',
  );
  expect(quantitiesIn('三千五百二十个', 'zh')[0]?.readings).toEqual(['3520']);
});

it.each([
  ['it', 'Pesa 3 chili.', ['3 chili']],
  ['it', 'Pesa tre chili e ha un manico', ['tre']],
  ['it', 'Pesa un chilo', ['un']],
  ['es', 'Solo pesa un kilo', ['un']],
  ['de', 'Es wiegt nur ein Kilo', ['ein']],
  ['fr', 'Elle pèse environ un kilo', ['un']],
  ['en', 'It weighs one kilogram', ['one']],
  ['zh', '重约一斤', ['一']],
  ['zh', '重3斤', ['3斤']],
  ['zh', '净重两斤半', ['两']],
  ['it', 'Pesa 2 chili', []],
  ['it', 'Pesa due chili', []],
  ['zh', '重约四斤', []],
  ['zh', '重4斤', []],
  ['en', 'Sauce of 2 chili peppers, one pound of coffee, for one kilo of flour', []],
  ['es', 'Un kilo de harina y una mano', []],
  ['zh', '千斤顶，一斤面粉', []],
  ['ja', '2斤用の型', []],
])('%s: a weight of another thing than the one of 2 kg is found: %s', (language, text, expected) => {
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, language), language, isTitle: false };
  const found = checkGrounding(given, evidenceOf(['A jack for 2 loaves, 2 kg']));
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

it.each([
  ['Size 9 ½ in brown leather', 'brown leather, size 9.5', []],
  ['Width of 9 ½ in brown leather', 'brown leather, size 9.5', ['9 ½ in']],
])('“%s” of “%s”: a half of a size is none of an inch', (text, fact, expected) => {
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, 'en'), language: 'en', isTitle: false };
  const found = checkGrounding(given, evidenceOf([fact]));
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

it('one of a weight that is nearly so much is right', () => {
  const text = 'It weighs about one pound.';
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, 'en'), language: 'en', isTitle: false };
  expect(checkGrounding(given, evidenceOf(['Mug, 15.2 oz']))).toEqual([]);
  expect(checkGrounding(given, evidenceOf(['Mug, 12 oz']))).toHaveLength(1);
});

it.each([
  ['it', 'Pesa un chilo e mezzo.', '1,5 kg'],
  ['es', 'Pesa un kilo y medio.', '1,5 kg'],
  ['fr', 'Il pèse un kilo et demi.', '1,5 kg'],
  ['en', 'It weighs one kilogram and a half.', '1.5 kg'],
  ['it', 'Pesa due chili e mezzo.', '2,5 kg'],
  ['zh', '重一斤半。', '750克'],
  ['zh', '重一斤二两。', '600g'],
  ['zh', '重一公斤半。', '1.5kg'],
  ['en', 'It weighs one pound and two ounces.', '18 oz'],
  ['en', 'It weighs one and a half kilograms.', '1.5 kg'],
  ['en', 'It weighs two pounds, three ounces.', '35 oz'],
  ['en', 'It weighs one kilogram and 200 grams.', '1200 g'],
  ['it', 'Pesa un chilo e duecento grammi.', '1200 g'],
  ['fr', 'Il pèse un kilo deux.', '1,2 kg'],
  ['zh', '重两斤三两。', '1150克'],
  ['zh', '重一公斤二百克。', '1200克'],
  ['zh', '重一斤多。', '600克'],
])('%s: a weight in two parts is right where both together are: %s', (language, text, weight) => {
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, language), language, isTitle: false };
  expect(checkGrounding(given, evidenceOf([`Oakline, ${weight}`]))).toEqual([]);
});

it.each([
  ['it', 'Pesa un chilo e mezzo.', ['un']],
  ['en', 'It weighs one kilogram and a half.', ['one']],
  ['en', 'It weighs one pound and two ounces.', ['two']],
])('%s: one of another weight is found: %s', (language, text, expected) => {
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, language), language, isTitle: false };
  const found = checkGrounding(given, evidenceOf(['Oakline, 3 kg']));
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});
