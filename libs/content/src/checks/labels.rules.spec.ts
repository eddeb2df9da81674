// Tests that a text is not headed by what it is, in the languages of the review.
import type { GenerationTask } from '#contracts';
import { languageOf } from '../findings/languages.rules.ts';
import { checkLabels } from './labels.rules.ts';

/** The labels that are found in a text. */
function labelsIn(text: string, language: string, inputs: GenerationTask['inputs'] = {}): string[] {
  const applicationId = 'text' in inputs ? 'rewrite' : 'product-description';
  const task = { applicationId, inputs, environment: {} } as unknown as GenerationTask;
  return checkLabels(text, task, languageOf(language)).map(({ start, end }) => text.slice(start, end).trim());
}

it.each([
  ['en', 'Product Description: The lamp has a steel shade.', 'Product Description:'],
  ['en', 'Title: Northlight Desk Lamp', 'Title:'],
  ['en', 'Bullet Point 2: The arm moves in three places.', 'Bullet Point 2:'],
  ['en', 'Northlight Desk Lamp\nMeta description: The arm moves in three places.', 'Meta description:'],
  ['de', 'Produktbeschreibung\n\nDie Lampe hat einen Schirm aus Stahl.', 'Produktbeschreibung'],
  ['de', 'Title: Northlight Schreibtischlampe', 'Title:'],
  ['fr', 'Description du produit : La lampe a un abat-jour en acier.', 'Description du produit :'],
  ['es', 'Título: Lámpara de escritorio Northlight', 'Título:'],
  ['it', 'Descrizione: La lampada ha un paralume di acciaio.', 'Descrizione:'],
  ['zh-CN', '商品标题：北光 台灯', '商品标题：'],
  ['zh-TW', '標題：北光 檯燈', '標題：'],
  ['ja', '商品説明：このランプはスチール製です。', '商品説明：'],
  ['nl', 'Description: De lamp heeft een kap van staal.', 'Description:'],
])('a text in %s is not headed by what it is: %s', (language, text, label) => {
  expect(labelsIn(text, language)).toEqual([label]);
});

it.each([
  ['en', 'Title Nine Running Jacket'],
  ['en', 'A-Frame Tent for Two'],
  ['en', 'Output: 12 V, 2 A'],
  ['de', 'Titelfigur aus Holz: 12 cm hoch'],
  ['ja', '出力：65W'],
  ['zh-CN', '输出：65W'],
])('a property is none, nor a word that begins so: %s %s', (language, text) => {
  expect(labelsIn(text, language)).toEqual([]);
});

it('a text that is written again may have had one', () => {
  const text = 'Description: The lamp has a steel shade.';
  expect(labelsIn(text, 'en', { text })).toEqual([]);
  expect(labelsIn(text, 'en', { text: 'The lamp has a steel shade.' })).toEqual(['Description:']);
});
