// Alt texts: which picture each text of an answer is about.
import type { GenerationTask } from '#contracts';
import { contentOf, contextOf, type Item, promptOf, repairOf, review } from '#content';
import { altText } from './alt-text.rules.ts';

const PICTURES = ['https://m.test/2/main.jpg', 'https://m.test/front-view-3.jpg', 'https://m.test/side.jpg'];
const task: GenerationTask = {
  applicationId: 'alt-text',
  inputs: {},
  environment: { language: 'en', model: 'test:x', temperature: 0 },
  product: {
    id: '0193a0b0-0000-7000-8000-000000000001',
    genre: 'Custom',
    title: 'Oakline Garden Bench',
    brand: 'Oakline',
    description: 'A garden bench of solid oak.',
    specification: 'Material: Solid oak',
    feature: '',
    mainImage: '',
    images: PICTURES,
    link: '',
    createdAt: 0,
    updatedAt: 0,
  },
};
const TEXTS = [
  'An Oakline bench of oak, seen from the front',
  'A cushion on the bench of oak',
  'The backrest of the bench, seen from behind',
];
const form = altText.output(task);

/** The content of an answer that names these pictures. */
function content(...images: string[]): Item[] {
  const results = images.map((image, place) => ({ image, text: TEXTS[place] ?? '' }));
  return contentOf({ results }, form) as Item[];
}

const picturesOf = (items: Item[]): unknown[] => items.map(({ image }) => image);

function refused(items: Item[]): string[] {
  const { all } = review(items, contextOf({ task, application: altText, secrets: [] }));
  return all.flatMap(({ variant, rule, severity, message }) =>
    severity === 'hard' ? [`${variant} ${rule} ${message.en}`] : [],
  );
}

it.each(['3', ' Picture 3: ', '#3', '第3张图片'])('“%s” is the third picture', (image) => {
  expect(picturesOf(content(image))).toEqual([PICTURES[2]]);
});

it('an address is that picture, whatever figure is in its name', () => {
  expect(picturesOf(content(PICTURES[1] ?? '', PICTURES[0] ?? ''))).toEqual([PICTURES[1], PICTURES[0]]);
});

it.each(['front-view-2.jpg', 'https://m.test/other-2.jpg', '/2', '9', 'the main one'])(
  '“%s” is no picture, so the text is refused',
  (image) => {
    const items = content('1', image);
    expect(picturesOf(items)).toEqual([PICTURES[0], image]);
    expect(refused(items)).toContain('1 UNKNOWN_PICTURE The item names no picture of the product.');
  },
);

it('a picture that two texts name belongs to the first one, and the other is refused', () => {
  const items = content('1', PICTURES[0] ?? '', '3');
  expect(picturesOf(items)).toEqual([PICTURES[0], '1', PICTURES[2]]);
  expect(refused(items)).toEqual([
    '1 UNKNOWN_PICTURE The item names no picture of the product. Another item is about picture 1.',
  ]);
  expect(contentOf({ results: items }, form)).toEqual(items);
});

it('a repair shows the model the numbers of the pictures, as the prompt has them, and no address', () => {
  const items = content('2', '1', '1');
  const found = review(items, contextOf({ task, application: altText, secrets: [] }));
  const { turns } = repairOf(promptOf(task, 'MARK'), items, found, { nonce: 'MARK', form });
  const results = ['2', '1', '1'].map((image, place) => ({ image, text: TEXTS[place] }));
  expect(JSON.parse(turns[1]?.content ?? '')).toEqual({ results });
  expect(JSON.stringify(turns)).not.toContain('m.test');
});
