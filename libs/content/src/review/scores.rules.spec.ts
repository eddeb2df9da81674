// Scores of texts: length, difference of the items, language; and what measuring them takes.
import { applicationOf, contextOf, textScoresOf, type Content } from '#content';
import type { GenerationTask } from '#contracts';

function scoresOf(applicationId: string, content: Content, language = 'en') {
  const task: GenerationTask = {
    applicationId,
    inputs: { variants: 2, count: 3 },
    environment: { language, model: 'test:x', temperature: 0 },
    marketplace: 'US',
  };
  return textScoresOf(content, contextOf({ task, application: applicationOf(task), secrets: [] }));
}

const OAK = 'Solid oak from managed forests stays strong for years.';
const SIZE = 'Six drawers hold tools, cables and paper.';

it('a title uses as much of its limit as it is long', () => {
  expect(scoresOf('product-title', [{ text: 'x'.repeat(60) }]).lengthUse).toBe(0.8);
  expect(scoresOf('product-title', [{ text: 'x'.repeat(60) }, { text: 'y'.repeat(75) }]).lengthUse).toBe(0.9);
});

it('items differ by the words that tell something; one alone differs from nothing', () => {
  expect(scoresOf('bullet-points', [{ text: OAK }, { text: SIZE }]).distinct).toBe(1);
  expect(scoresOf('bullet-points', [{ text: OAK }, { text: OAK }]).distinct).toBe(0);
  const partly = scoresOf('bullet-points', [{ text: OAK }, { text: 'Solid oak, strong drawers.' }]).distinct;
  expect(partly).toBeGreaterThan(0.4);
  expect(partly).toBeLessThan(0.8);
  expect(scoresOf('bullet-points', [{ text: OAK }])).not.toHaveProperty('distinct');
  const chinese = [{ text: '实木书桌，六个抽屉' }, { text: '实木书桌，结实耐用' }];
  expect(scoresOf('bullet-points', chinese, 'zh').distinct).toBeCloseTo(0.667, 1);
});

it('the language is told sentence by sentence', () => {
  const german =
    'Der Schreibtisch aus massiver Eiche hat sechs Schubladen und steht sehr sicher auf dem Boden.';
  expect(scoresOf('product-description', `${OAK} ${SIZE}`).languageShare).toBe(1);
  const half = scoresOf('product-description', `${german} ${OAK} ${SIZE}`).languageShare;
  expect(half).toBeGreaterThan(0.4);
  expect(half).toBeLessThan(0.6);
  expect(scoresOf('product-description', german).languageShare).toBe(0);
  expect(scoresOf('product-description', '橡木书桌 desk').languageShare).toBeLessThan(0.6);
});

it('takes some milliseconds of the longest result at most', () => {
  const long = Array.from({ length: 5 }, (_, i) => ({ text: `${OAK} ${SIZE} ${i}. `.repeat(10) }));
  scoresOf('bullet-points', long);
  const began = process.cpuUsage();
  for (let n = 0; n < 20; n += 1) scoresOf('bullet-points', long);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000 / 20).toBeLessThan(50);
});
