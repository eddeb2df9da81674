// The words of kinds: they hold for every product of a kind, so that none of them needs a fact.
import { languageOf } from '../../findings/languages.rules.ts';
import { tokensOf } from '../../words/tokens.rules.ts';
import { termsIn } from '../lexicon.rules.ts';
import { KINDS, kindWordsOf } from './kinds.rules.ts';

describe.each(Object.entries(KINDS))('the kinds of products in %s', (code, kinds) => {
  it('have several words each, none of them twice', () => {
    const words = Object.values(kinds).map((text) => text.split(' '));
    expect(words.filter((list) => list.length < 2)).toEqual([]);
    expect(words.flatMap((list) => list.filter((word, place) => list.indexOf(word) < place))).toEqual([]);
  });

  it('name no material, colour, brand or certificate, and nothing that a policy forbids', () => {
    const found = Object.values(kinds).flatMap((text) =>
      Object.values(termsIn(tokensOf(text), code))
        .flat()
        .map(({ start, end, value }) => `${text.slice(start, end)}: ${value.list} ${value.name}`),
    );
    expect(found).toEqual([]);
  });
});

it.each([
  ['en', 'Garden Bench', 'patio'],
  ['en', 'Cast Iron Skillet', 'frypan'],
  ['en', 'Cell Phone Case', 'shell'],
  ['de', 'Gartenbank', 'parkbank'],
  ['de', 'Powerbank', 'zusatzakku'],
  ['de', 'LED Schreibtischlampe', 'tischlampe'],
  ['fr', 'Tapis de yoga antidérapant', 'gym'],
  ['es', 'Mesa plegable de jardín', 'terraza'],
  ['it', 'Scarpe da trekking uomo', 'scarponi'],
  ['zh', '无线蓝牙耳机', '耳塞'],
  ['ja', 'ワイヤレスイヤホン', 'ヘッドセット'],
])('of a name in %s, “%s”, the nearest kind is found', (code, name, word) => {
  expect(kindWordsOf(name, languageOf(code))).toContain(word);
});

it.each([
  ['de', 'Wandersocken Merinowolle', 'stricken'],
  ['de', 'Geschirrtücher', 'sauna'],
  ['de', 'Sonnenmütze', 'winter'],
  ['en', 'Kitchen Towels', 'bath'],
  ['en', 'Tea Towel', 'spa'],
  ['en', 'Bucket Hat', 'winter'],
  ['en', 'Boonie Sun Hat', 'beanie'],
  ['en', 'Bobble Hat', 'summer'],
  ['fr', 'Chapeau de paille', 'hiver'],
  ['fr', 'Serviettes de table', 'bain'],
  ['es', 'Gorro de baño', 'invierno'],
  ['it', 'Cappello da sole', 'inverno'],
  ['ja', 'ニット帽', '日よけ'],
  ['zh', '毛线帽', '遮阳帽'],
])('in %s, “%s” is not what is searched for as “%s”', (code, name, word) => {
  expect(kindWordsOf(name, languageOf(code))).not.toContain(word);
});

it('a word that is only a part of another one names no kind', () => {
  expect(kindWordsOf('笔记本电脑', languageOf('zh'))).toEqual([]);
  expect(kindWordsOf('Carpet', languageOf('en'))).not.toContain('puppy');
  expect(kindWordsOf('Flügel', languageOf('de'))).toEqual([]);
});
