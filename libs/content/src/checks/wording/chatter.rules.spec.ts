// Tests that a text opens with nothing that a model says to who asked, and is not headed by what it is.
import type { GenerationTask } from '#contracts';
import { languageOf } from '../../findings/languages.rules.ts';
import { checkChatter } from './chatter.rules.ts';

/** What is found in a text. */
function foundIn(text: string, language: string, inputs: GenerationTask['inputs'] = {}): string[] {
  const applicationId = 'text' in inputs ? 'rewrite' : 'product-description';
  const task = { applicationId, inputs, environment: {} } as unknown as GenerationTask;
  return checkChatter(text, task, languageOf(language)).map(({ start, end }) =>
    text.slice(start, end).trim(),
  );
}

it.each([
  ['en', 'Product Description: The lamp has a steel shade.', 'Product Description:'],
  ['en', 'Title: Northlight Desk Lamp', 'Title:'],
  ['en', 'Product: Northlight Desk Lamp', 'Product:'],
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
  expect(foundIn(text, language)).toEqual([label]);
});

it.each([
  ['en', 'Title Nine Running Jacket'],
  ['en', 'A-Frame Tent for Two'],
  ['en', 'Output: 12 V, 2 A'],
  ['de', 'Titelfigur aus Holz: 12 cm hoch'],
  ['ja', '出力：65W'],
  ['zh-CN', '输出：65W'],
])('a property is none, nor a word that begins so: %s %s', (language, text) => {
  expect(foundIn(text, language)).toEqual([]);
});

it.each([
  ['en', 'Sure! A lamp of steel.', 'Sure!'],
  ['en', 'Okay, here is it. A lamp of steel.', 'Okay,'],
  ['en', 'I would be happy to help. A lamp of steel.', 'I would be happy to'],
  ['en', 'Thank you for the information. A lamp of steel.', 'Thank you for the information.'],
  ['de', 'Natürlich! Eine Lampe aus Stahl.', 'Natürlich!'],
  ['de', 'Gerne, eine Lampe aus Stahl.', 'Gerne,'],
  ['de', 'Sure, eine Lampe aus Stahl.', 'Sure,'],
  ['fr', 'Bien sûr ! Une lampe en acier.', 'Bien sûr !'],
  ['es', '¡Por supuesto! Una lámpara de acero.', '¡Por supuesto!'],
  ['it', 'Certo! Una lampada di acciaio.', 'Certo!'],
  ['zh-CN', '好的！这是一盏钢制台灯。', '好的！'],
  ['ja', 'もちろんです！スチール製のランプ。', 'もちろんです！'],
  ['nl', 'Certainly. Een lamp van staal.', 'Certainly.'],
])('a text in %s does not answer who asked: %s', (language, text, opening) => {
  expect(foundIn(text, language)).toEqual([opening]);
});

it.each([
  ['en', 'Sure-grip handle, certainly the lightest of its kind.'],
  ['de', 'Natürlich, leicht und robust: ein Tisch aus Eiche. Sicher. Stabil.'],
  ['de', 'Klar. Leicht. Ein Glas ohne Schnörkel.'],
  ['es', 'Claro, ligero y plegable.'],
  ['zh-CN', '好的睡眠从枕头开始。'],
  ['ja', 'はいてすぐに馴染む靴下。'],
])('a text in %s may begin with what sounds alike: %s', (language, text) => {
  expect(foundIn(text, language)).toEqual([]);
});

it('a text that is written again may have had one', () => {
  const text = 'Description: The lamp has a steel shade.';
  expect(foundIn(text, 'en', { text })).toEqual([]);
  expect(foundIn(text, 'en', { text: 'The lamp has a steel shade.' })).toEqual(['Description:']);
});
