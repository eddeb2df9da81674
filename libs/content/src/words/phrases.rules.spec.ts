// Phrases in texts: words and wildcards, choices, scripts without spaces, and where a phrase cannot go on.
import { PhraseTree } from './phrases.rules.ts';
import { tokensOf } from './tokens.rules.ts';

const found = (phrase: string, text: string): string[] =>
  new PhraseTree<true>()
    .add([phrase], true)
    .find(tokensOf(text))
    .map(({ start, end }) => text.slice(start, end));

it.each([
  ['free shipping', 'With FREE  Shipping today', ['FREE  Shipping']],
  ['free shipping', 'Free-shipping', ['Free-shipping']],
  ['free shipping', 'It is free. Shipping takes a day', []],
  ['free shipping', 'carefree shipping', []],
  ['𝐟𝐫𝐞𝐞', '𝐅𝐑𝐄𝐄 gift', ['𝐅𝐑𝐄𝐄']],
  ['eco friendly|', 'eco friendly', ['eco friendly']],
  ['klima*', 'Klimaneutral, klimafreundlich', ['Klimaneutral', 'klimafreundlich']],
  ['*garantie', 'Herstellergarantie, garantieren', ['Herstellergarantie']],
  ['# %', 'Save 1,250 % now', ['1,250 %']],
  ['made of _ wood', 'made of solid wood, made of wood', ['made of solid wood']],
  ['best (price|deal)', 'the best deal at the best price', ['best deal', 'best price']],
  ['take (the|) bus', 'take the bus, take bus', ['take the bus', 'take bus']],
  ['# 元', '现价仅需99元', ['99元']],
  ['包邮', '全国包邮到家', ['包邮']],
  ['レビュー', 'プレビューモニター', []],
  ['レビュー', 'お客様のレビューです', ['レビュー']],
])('“%s” in “%s”', (phrase, text, expected) => {
  expect(found(phrase.replace(/[|]$/, ''), text)).toEqual(expected);
});

it('reports the longest phrase of a value, and each value', () => {
  const tree = new PhraseTree<string>()
    .add(['steel', 'stainless steel'], 'steel')
    .add(['stainless steel'], 'inox');
  const matches = tree.find(tokensOf('Of stainless steel'));
  expect(matches.map(({ value, from, to }) => [value, from, to])).toEqual([
    ['steel', 1, 3],
    ['inox', 1, 3],
    ['steel', 2, 3],
  ]);
});

it('takes words of customers as they stand', () => {
  const tree = new PhraseTree<true>().addPlain(['C*', '(new)', '#1 choice'], true);
  const texts = ['Cable', 'C* grade', 'new', '#1 choice', '7 choice'];
  expect(texts.map((text) => tree.find(tokensOf(text)).length)).toEqual([0, 1, 1, 1, 0]);
});
