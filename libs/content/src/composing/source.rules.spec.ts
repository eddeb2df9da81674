// What the offline composers write from: English is spelt as it is where the text is for, and names stay as they are.
import type { ApplicationId, GenerationTask } from '#contracts';
import { quotedFact } from '../source-data/facts.rules.ts';
import { sourceDataOf } from '../source-data/source-data.rules.ts';
import { composed, productTask, taskOf } from '../../test/compositions.ts';

const LAMP = {
  title: 'Gray Color Works Desk Lamp, Gray Aluminum, Two-Color Dimmer, Center Switch',
  brand: 'Gray Color Works',
  description:
    'The desk lamp has an arm of gray aluminum and a shade of microfiber. It fits the center of a small desk. The color of the light is warm, and 2 meters of cord reach the wall.',
  specification:
    'Color: Gray\nMaterial: Aluminum\nItem weight: 2 kilograms\nModel: Color Center 5\nCenter pole: Gray steel',
  features: [
    'GRAY SHADE: The microfiber shade is gray and made for a desk',
    'The aluminum arm swivels around its center and stays where you leave it',
    'Two colors of light from one switch in the center of the base',
  ],
  tags: ['Home & Kitchen', 'Desk Lamps'],
};
/** What it is called, wherever the text is for. */
const NAMES = /Gray Color Works|Color Center 5/g;
const AMERICAN = /\b(?:gray|colors?|aluminum|center|microfiber|meters)\b/i;
const KINDS: readonly ApplicationId[] = [
  'product-title',
  'bullet-points',
  'product-description',
  'item-highlights',
  'seo-meta',
  'faq',
  'listing',
];

function textOf(task: GenerationTask): string {
  return JSON.stringify(composed(task));
}

const lampTask = (id: ApplicationId, place: Parameters<typeof productTask>[2]): GenerationTask =>
  productTask(id, LAMP, place);

describe.each([
  { language: 'en-GB', marketplace: 'UK' },
  { language: 'en-AU', marketplace: 'AU' },
  { language: 'en-IN', marketplace: 'IN' },
])('in $language', (place) => {
  it.each(KINDS)('%s is spelt as it is there, and names stay', (id) => {
    const text = textOf(lampTask(id, place));
    // Search terms have the spelling of others beside.
    const said = text.replace(/\{"part":"searchTerms"[^}]*\}/, '').replace(NAMES, '');
    expect({ said, american: AMERICAN.exec(said)?.[0] }).toEqual({ said, american: undefined });
    expect(said).toMatch(/grey|colour|aluminium|centre|microfibre/i);
  });

  it('a text that is written again is spelt so too', () => {
    const inputs = { text: 'A gray lamp of aluminum by Gray Color Works. The COLOR is even.', goal: 'fix' };
    expect(textOf({ ...taskOf('rewrite', inputs, place.language), ...place } as GenerationTask)).toContain(
      'A grey lamp of aluminium',
    );
  });
});

it('Canada shares the metal with the United States, and the colours with Britain', () => {
  const text = textOf(lampTask('product-description', { language: 'en-CA', marketplace: 'CA' }));
  expect(text).toMatch(/grey aluminum/);
  expect(text).toMatch(/colour/);
  expect(text).toMatch(/microfibre/);
});

it('British words of a product are American ones in the United States', () => {
  const kettle = {
    title: 'Oakline Tea Kettle, Grey Aluminium',
    brand: 'Oakline',
    specification: 'Colour: Grey',
  };
  const place = { language: 'en-US', marketplace: 'US' };
  expect(textOf(productTask('product-title', kettle, place))).toContain('Oakline Tea Kettle, Gray Aluminum');
  const tea = { title: 'Oakline Earl Grey Tea, 50 Bags', brand: 'Oakline' };
  expect(textOf(productTask('product-title', tea, place))).toContain('Earl Grey');
});

it('names of models are found in the specification', () => {
  const bulb = {
    title: 'Oakline Color Center 5 Reading Lamp with Color Dial',
    brand: 'Oakline',
    specification: 'Model: Color Center 5',
  };
  const text = textOf(productTask('product-title', bulb, { language: 'en-GB', marketplace: 'UK' }));
  expect(text).toContain('Oakline Color Center 5 Reading Lamp with Colour Dial');
});

it('a title is as long as it may be once it is spelt', () => {
  // 75 characters, of which the last may not become the 76th.
  const title = 'Oakline Dimmable Reading Lamp for Small Desks and Shelves with Color Dial 2';
  const bulb = { title, brand: 'Oakline', tags: ['Lamps'] };
  const [first] = composed(productTask('product-title', bulb, { language: 'en-GB', marketplace: 'UK' })) as {
    text: string;
  }[];
  expect(title).toHaveLength(75);
  expect(first?.text.length).toBeLessThanOrEqual(75);
  expect(first?.text).not.toContain('Color');
});

it('an attribute has its value as it is spelt there, and its quote as it stands in the product', () => {
  const task = productTask(
    'attributes',
    { title: 'Oakline Desk Lamp, Gray', brand: 'Oakline', features: ['Made of aluminum'] },
    { language: 'en-GB', marketplace: 'UK' },
  );
  const found = composed(task) as { name: string; value: string; field: string; quote: string }[];
  expect(found.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Colour: Grey',
    'Material: aluminium',
  ]);
  for (const item of found) expect(quotedFact(item, sourceDataOf(task))).toBeDefined();
});

it('keywords are as they were asked for', () => {
  const task = productTask(
    'product-title',
    { title: 'Oakline Desk Lamp', brand: 'Oakline' },
    { language: 'en-GB', marketplace: 'UK' },
  );
  expect(textOf({ ...task, inputs: { keywords: ['gray lamp'] } })).toContain('Gray Lamp');
});

it('what is counted in a description is in the box, and headings of tables are no sentences', () => {
  const description = [
    'The speaker fits into one hand.',
    'Package list:',
    '1 x Speaker',
    '2 x Cables',
    'Sizes:',
    '3XL: 96-104 cm',
    'It floats on water.',
  ].join('\n');
  expect(composed(productTask('product-description', { title: 'Speaker', description }))).toBe(
    'The speaker fits into one hand. It floats on water.\n\nIn the Box: 1 x Speaker, 2 x Cables.',
  );
});

it('the number of the next item of a list belongs to no value', () => {
  const description =
    'It suits dogs. 1. Type: Pet collar 2. Material: Flannel 3. Color: Blue 4. Soft and light to wear. It comes in a pack of 3. Neck: 30 cm';
  expect(composed(productTask('product-description', { title: 'Collar', description }))).toBe(
    'Collar. It suits dogs. Soft and light to wear. It comes in a pack of 3.\n\nMade of flannel, in blue.',
  );
});

it.each([
  ['Folds flat in five seconds\nHolds a laptop and a lamp', ['Folds flat in five seconds.', 'Holds a laptop and a lamp.']],
  ['The frame folds flat in five\nseconds and holds a lamp', ['The frame folds flat in five seconds and holds a lamp.']],
  ['【Flat】\nFolds flat in five seconds', ['Folds flat in five seconds.']],
])('a feature “%s” is one for each text of its lines', (feature, expected) => {
  const bullets = composed(productTask('bullet-points', { title: 'Desk', features: [feature] })) as { text: string }[];
  expect(bullets.map(({ text }) => text)).toEqual(expected);
}); // prettier-ignore
