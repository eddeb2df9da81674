// Figures, their possible values and their units.
import { evidenceOf } from './evidence.rules.ts';
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

it('letters of sides, lists and Chinese numbers are read as before', () => {
  expect(plainSides('18L x 18B x 15H cm, size,5L x 6B cm, 1.5"L x 2"W')).toBe(
    '18 x 18 x 15 cm, size,5 x 6 cm, 1.5" x 2"',
  );
  expect([...evidenceOf(['3,4,5, 10,20']).figures.keys()]).toEqual(
    expect.arrayContaining(['3', '4', '5', '10', '20']),
  );
  expect(quantitiesIn('三千五百二十个', 'zh')[0]?.readings).toEqual(['3520']);
});
